// Events as others' libraries read them: the WebSocket client of `agentmail`, and deliveries verified by `svix` and
// `standardwebhooks`, also while the secret is being changed; and what a receiver may answer.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { AgentMailClient } from 'agentmail';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

const { HTTP_PORT, SMTP_PORT, WORK, KEY } = process.env;
const base = `http://localhost:${HTTP_PORT}`;
const failures = [];
const show = (what, good) => {
  console.log(`${good ? 'as it should' : 'WRONG       '}  ${what}`);
  if (!good) failures.push(what);
};
const wait = async (what, condition, seconds = 30) => {
  for (let left = seconds * 20; left > 0; left--) {
    const found = await condition();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  show(what, false);
  return undefined;
};

const link = /\/v0\/console\/sign-in\/link\?token=\S+/.exec(readFileSync(`${WORK}/server.log`, 'utf8'))[0];
const cookie = (await fetch(base + link, { redirect: 'manual' })).headers.get('set-cookie').split(';')[0];
async function owner(method, path, body) {
  const answer = await fetch(`${base}/v0${path}`, {
    method,
    headers: { cookie, origin: base, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : {};
}

const client = new AgentMailClient({
  apiKey: KEY,
  environment: { http: base, websockets: `ws://localhost:${HTTP_PORT}` },
  headers: { 'Idempotency-Key': () => randomUUID() },
});
const { inboxId } = await client.inboxes.create({ username: 'channels' });

function deliver(subject) {
  const lines = ['EHLO client.example', 'MAIL FROM:<bob@example.com>', `RCPT TO:<${inboxId}>`, 'DATA',
    `From: bob@example.com\r\nTo: ${inboxId}\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@example.com>\r\n\r\nText\r\n.`, 'QUIT'];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(SMTP_PORT), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      if (!/^\d{3} .*\r\n$/m.test(answer)) return;
      answer = '';
      if (lines.length > 0) socket.write(lines.shift() + '\r\n');
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', resolve);
  });
}

// The package says on the console of each frame that its own service has other fields.
console.warn = () => {};
// The WebSocket client of the package, as its documentation uses it.
const heard = [];
const socket = await client.websockets.connect();
socket.on('message', (message) => heard.push(message));
socket.sendSubscribe({ type: 'subscribe', inboxIds: [inboxId], eventTypes: ['message.received'] });
await wait('the client is told that it is subscribed', () => heard.some((m) => m.type === 'subscribed'));
await deliver('over the socket');
const event = await wait('the client hears of new mail', () => heard.find((m) => JSON.stringify(m).includes('message.received')));
show('agentmail: subscribed, and told of new mail over its own WebSocket client', event !== undefined);
socket.close();

// One receiver; what it answers is in the path.
const got = [];
const server = http.createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const kind = request.url.slice(1);
    const attempt = got.filter((d) => d.kind === kind).length;
    got.push({ kind, headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), at: Date.now() });
    if (kind === 'gone') response.writeHead(410).end();
    else if (kind === 'moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (kind === 'later' && attempt === 0) response.writeHead(429, { 'retry-after': '7' }).end();
    else if (kind === 'flood') {
      response.writeHead(200);
      const more = () => { while (!response.destroyed && response.write(Buffer.alloc(65536))); };
      response.on('drain', more);
      response.on('error', () => response.destroy());
      more();
    } else if (kind === 'drip') {
      response.socket.on('error', () => {});
      response.socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => response.socket.write('x-slow: 1\r\n'), 500);
      response.socket.on('close', () => clearInterval(timer));
    } else if (kind !== 'silent') response.writeHead(200).end();
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const hooks = {};
for (const kind of ['good', 'gone', 'moved', 'later', 'flood', 'drip', 'silent']) {
  hooks[kind] = await owner('POST', '/webhooks',
    { url: `http://127.0.0.1:${server.address().port}/${kind}`, event_types: ['message.received'], inbox_ids: [inboxId] });
}
const deliveries = (kind) => got.filter((d) => d.kind === kind);
const verifies = (Library, secret, delivery) => {
  try {
    new Library(secret).verify(delivery.body, delivery.headers);
    return true;
  } catch {
    return false;
  }
};
await deliver('to the endpoints');
const first = await wait('a delivery', () => deliveries('good')[0]);
const { secret } = hooks.good;
show('svix 2.5.0 and standardwebhooks 1.1.1 verify a delivery', verifies(Svix, secret, first) && verifies(Standard, secret, first));
const only = (prefix) => ({ ...first, headers: Object.fromEntries(Object.entries(first.headers).filter(([name]) => name.startsWith(prefix))) });
show('each with its own header family alone', verifies(Svix, secret, only('svix-')) && verifies(Standard, secret, only('webhook-')));
show('neither takes another body or another secret',
  ![Svix, Standard].some((L) => verifies(L, secret, { ...first, body: first.body + ' ' }) || verifies(L, 'whsec_' + Buffer.alloc(32).toString('base64'), first)));
show('nothing of the content is in it', !first.body.includes('to the endpoints') && !first.body.includes('Text'));

const { secret: next } = await owner('POST', `/webhooks/${hooks.good.webhook_id}/rotate-secret`, {});
await deliver('while the secret changes');
const second = await wait('a delivery after the change', () => deliveries('good')[1]);
show('both libraries verify with the old and with the new secret', next !== secret &&
  [secret, next].every((s) => verifies(Svix, s, second) && verifies(Standard, s, second)));

const again = await wait('the delivery after 429', () => deliveries('later')[2]);
const ids = deliveries('later').map((d) => d.headers['webhook-id']);
const [at, back] = [deliveries('later')[0].at, deliveries('later').find((d, i) => i > 0 && d.headers['webhook-id'] === ids[0])?.at];
show('429 with Retry-After: 7 is asked again after 7 s and not before, with the same id', again !== undefined && back - at >= 7000);
const state = async (kind) => owner('GET', `/webhooks/${hooks[kind].webhook_id}`);
const attempts = async (kind) => (await owner('GET', `/webhooks/${hooks[kind].webhook_id}/deliveries`)).deliveries
  .filter((d) => d.duration_ms !== undefined);
show('410 switches the endpoint off', await wait('switched off', async () => (await state('gone')).status !== 'enabled' && deliveries('gone').length === 1));
await wait('the attempts to those that do not answer', async () => (await attempts('silent')).length > 0 && (await attempts('drip')).length > 0);
const last = Object.fromEntries(await Promise.all(Object.keys(hooks).map(async (kind) => [kind, (await attempts(kind)).at(-1)])));
for (const [kind, { status, response_status_code: code, error, duration_ms: took }] of Object.entries(last)) {
  console.log(`  ${kind}: ${status}, ${code ?? error}, ${took} ms`);
}
const inTime = ({ duration_ms: took }) => took >= 9_000 && took <= 11_000;
show('a redirect is not followed, and failed', deliveries('elsewhere').length === 0 && last.moved.status !== 'succeeded');
show('one that never answers and one that drips its header are given up after 10 s', inTime(last.silent) && inTime(last.drip));
show('one that floods its body has taken it with its 200', last.flood.response_status_code === 200 && last.flood.duration_ms < 2_000);
server.close();
server.closeAllConnections();
process.exit(failures.length === 0 ? 0 : 1);
