// A program for an operation in four languages, made from the description of this server. Runs in the browser and in tests.
const KEY = 'MAILBOX_API_KEY', VERBS = ['get', 'post', 'put', 'patch', 'delete'];
const indented = (text, by) => text.replace(/\n/g, '\n' + ' '.repeat(by));
const quoted = (text) => JSON.stringify(text);

function python(value) {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return '[' + value.map(python).join(', ') + ']';
  if (typeof value === 'object') return '{' + Object.entries(value).map(([name, of]) => quoted(name) + ': ' + python(of)).join(', ') + '}';
  return quoted(value);
}

function requestOf(base, path, verb, operation, shared) {
  const parameters = (operation.parameters ?? []).map((one) => (one.$ref ? shared[one.$ref.split('/').pop()] : one));
  const example = (one) => one.example ?? one.schema?.example ?? one.schema?.default ?? one.schema?.enum?.[0] ?? one.name;
  const query = parameters.filter((one) => one.in === 'query' && one.required)
    .map((one) => one.name + '=' + encodeURIComponent(example(one)));
  const url = base + path.replace(/\{(\w+)\}/g, (_, name) => example(parameters.find((one) => one.name === name) ?? { name }))
    + (query.length ? '?' + query.join('&') : '');
  const body = operation.requestBody?.content?.['application/json']?.example;
  const headers = [];
  if (body !== undefined) headers.push(['Content-Type', 'application/json']);
  if (parameters.some((one) => one.name === 'Idempotency-Key' && one.required)) headers.push(['Idempotency-Key', 'order-7']);
  return { url, body, headers, verb: verb.toUpperCase(), signed: operation.security?.length > 0 };
}

function curl({ url, body, headers, verb, signed }) {
  const single = (text) => "'" + text.replace(/'/g, "'\\''") + "'";
  const lines = ['curl -s ' + single(url)];
  if (verb !== (body === undefined ? 'GET' : 'POST')) lines.push('-X ' + verb);
  if (signed) lines.push(`-H "Authorization: Bearer $${KEY}"`);
  for (const [name, value] of headers) lines.push('-H ' + single(name + ': ' + value));
  if (body !== undefined) lines.push('-d ' + single(JSON.stringify(body, null, 2)));
  return lines.join(' \\\n  ');
}

function pythonProgram({ url, body, headers, verb, signed }) {
  const given = (signed ? [`"Authorization": "Bearer " + os.environ["${KEY}"]`] : [])
    .concat(headers.map(([name, value]) => quoted(name) + ': ' + quoted(value)));
  return 'import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    ' + quoted(url) + ',\n    method=' + quoted(verb)
    + (given.length ? ',\n    headers={' + given.join(', ') + '}' : '')
    + (body === undefined ? '' : ',\n    data=json.dumps(' + python(body) + ').encode()')
    + ')\nwith urllib.request.urlopen(request) as answer:\n    print(answer.read().decode())\n';
}

function node({ url, body, headers, verb, signed }) {
  const given = (signed ? ['Authorization: `Bearer ${process.env.' + KEY + '}`'] : [])
    .concat(headers.map(([name, value]) => quoted(name) + ': ' + quoted(value)));
  return 'const answer = await fetch(' + quoted(url) + ', {\n  method: ' + quoted(verb) + ',\n'
    + (given.length ? '  headers: { ' + given.join(', ') + ' },\n' : '')
    + (body === undefined ? '' : '  body: JSON.stringify(' + indented(JSON.stringify(body, null, 2), 2) + '),\n')
    + '});\nconsole.log(await answer.text());\n';
}

function java({ url, body, headers, verb, signed }) {
  const block = (text) => '"""\n' + text.replace(/\\/g, '\\\\').replace(/"""/g, '\\"""') + '"""';
  return 'import java.net.URI;\nimport java.net.http.HttpClient;\nimport java.net.http.HttpRequest;\nimport java.net.http.HttpResponse;\n\n'
    + 'public class Sample {\n  public static void main(String[] args) throws Exception {\n'
    + '    HttpRequest request =\n        HttpRequest.newBuilder(URI.create(' + quoted(url) + '))\n'
    + (signed ? `            .header("Authorization", "Bearer " + System.getenv("${KEY}"))\n` : '')
    + headers.map(([name, value]) => '            .header(' + quoted(name) + ', ' + quoted(value) + ')\n').join('')
    + '            .method(' + quoted(verb) + ', HttpRequest.BodyPublishers.'
    + (body === undefined ? 'noBody()' : 'ofString(' + indented(block(JSON.stringify(body, null, 2)), 16) + ')') + ')\n            .build();\n'
    + '    System.out.println(\n        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());\n  }\n}\n';
}

// Adds x-codeSamples to each operation that answers a request; the WebSocket does not.
export function withSamples(description) {
  const base = description.servers[0].url, shared = description.components?.parameters ?? {};
  for (const [path, item] of Object.entries(description.paths)) {
    for (const verb of VERBS.filter((one) => item[one] && !item[one].responses['101'])) {
      const request = requestOf(base, path, verb, item[verb], shared);
      item[verb]['x-codeSamples'] = [
        { lang: 'bash', label: 'curl', source: curl(request) },
        { lang: 'python', label: 'Python', source: pythonProgram(request) },
        { lang: 'javascript', label: 'Node.js', source: node(request) },
        { lang: 'java', label: 'Java', source: java(request) },
      ];
    }
  }
  return description;
}
