// A door that adds the key to each request, for programs that cannot.
import http from 'node:http';

const { HTTP_PORT, DOOR_PORT, KEY } = process.env;
http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${KEY}` };
  const inner = http.request({ host: '127.0.0.1', port: HTTP_PORT, path: request.url, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  inner.on('error', () => response.writeHead(502).end());
  request.pipe(inner);
}).listen(DOOR_PORT, '127.0.0.1');
