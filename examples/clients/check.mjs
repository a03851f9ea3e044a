// Shows that unmodified clients take our events: svix and standardwebhooks verify deliveries in both
// header families, before, during and after a rotation; agentmail hears mail over its own WebSocket
// client. By hand: see run. Arguments: base URL, API key, sign-in link.
import http from 'node:http';
import { once } from 'node:events';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { AgentMailClient } from 'agentmail';

const [base, key, link] = process.argv.slice(2);
let checks = 0;
const check = (what, good) => {
  if (!good) throw new Error('not so: ' + what);
  checks++;
  console.log('ok', what);
};
const refuses = (verify) => {
  try { verify(); return false; } catch { return true; }
};

const signedIn = await fetch(base + new URL(link).pathname + new URL(link).search, { redirect: 'manual' });
const cookie = signedIn.headers.get('set-cookie').split(';')[0];
const call = async (path, body, headers) => {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(path + ' ' + (await answer.text()));
  return answer.json();
};
const owner = (path, body) => call(path, body, { cookie, origin: new URL(base).origin });

const deliveries = [];
const receiver = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    deliveries.push({ headers: request.headers, body });
    response.end();
    receiver.emit('delivery');
  });
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
let inboxes = 0;
const deliver = async () => {
  const next = once(receiver, 'delivery');
  await call('/v0/inboxes', { username: 'check-' + process.pid + '-' + ++inboxes }, { authorization: 'Bearer ' + key });
  await next;
  return deliveries.at(-1);
};
const family = (headers, name) =>
  Object.fromEntries(['id', 'timestamp', 'signature'].map((f) => [`${name}-${f}`, headers[`${name}-${f}`]]));
const verified = (delivery, secret, when) => {
  for (const [library, Webhook] of [['svix', Svix], ['standardwebhooks', Standard]]) {
    for (const name of library === 'svix' ? ['svix', 'webhook'] : ['webhook']) {
      new Webhook(secret).verify(delivery.body, family(delivery.headers, name)); // throws otherwise
      check(`${library} verifies ${name}-* ${when}`, JSON.parse(delivery.body).event_id === delivery.headers[`${name}-id`]);
    }
  }
};

const made = await owner('/v0/webhooks', {
  url: `http://127.0.0.1:${receiver.address().port}/`,
  event_types: ['inbox.created'],
});
const first = await deliver();
verified(first, made.secret, 'with the first secret');
check('a changed body is refused', refuses(() =>
  new Standard(made.secret).verify(first.body.replace('inbox.created', 'inbox.deleted'), family(first.headers, 'webhook'))));
const rotated = await owner(`/v0/webhooks/${made.webhook_id}/rotate-secret`, {});
const during = await deliver();
verified(during, made.secret, 'with the old secret during a rotation');
verified(during, rotated.secret, 'with the new secret during a rotation');
check('the new secret does not fit what was sent before', refuses(() =>
  new Svix(rotated.secret).verify(first.body, family(first.headers, 'svix'))));
receiver.close();

const client = new AgentMailClient({
  apiKey: key,
  environment: { http: base, websockets: base.replace('http', 'ws') },
  headers: { 'Idempotency-Key': 'check-' + process.pid },
});
const inbox = await client.inboxes.create({ username: 'listener-' + process.pid });
const socket = await client.websockets.connect();
await socket.waitForOpen();
const heard = [];
const told = new Promise((resolve) => socket.on('message', (message) => {
  heard.push(message);
  if (message.type === 'subscribed') {
    call(`/v0/inboxes/${inbox.inboxId}/messages/send`, { to: [inbox.inboxId], subject: 'Hello', text: 'me' },
      { authorization: 'Bearer ' + key, 'idempotency-key': 'send-' + process.pid });
  } else if (message.type === 'event') {
    resolve(message);
  }
}));
socket.sendSubscribe({ type: 'subscribe', inboxIds: [inbox.inboxId], eventTypes: ['message.sent'] });
const event = await told;
check('agentmail is subscribed over its own WebSocket client', heard[0].type === 'subscribed');
check('agentmail hears of a mail over its own WebSocket client', JSON.stringify(event).includes('message.sent'));
socket.close();
console.log(`${checks} checks`);
process.exit(0);
