// The public client `agentmail`, unmodified, against this server: each of its calls that the service offers.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { AgentMailClient } from 'agentmail';

const base = `http://localhost:${process.env.HTTP_PORT}`;
const client = new AgentMailClient({
  apiKey: process.env.KEY,
  baseUrl: base,
  environment: base,
  headers: { 'Idempotency-Key': () => randomUUID() },
});
const failures = [];
let calls = 0;

async function call(name, ask, check = () => true) {
  calls++;
  try {
    const answer = await ask();
    if (!(await check(answer))) failures.push(`${name}: unexpected ${JSON.stringify(answer)}`);
    return answer;
  } catch (error) {
    failures.push(`${name}: ${error.statusCode} ${JSON.stringify(error.body ?? error.message)}`);
    throw error;
  }
}

const boundary = 'b';
function deliver(to) {
  const message = [
    'From: Bob <bob@example.com>', `To: ${to}`, 'Subject: Hello attachment', `Message-ID: <${randomUUID()}@example.com>`,
    'MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary=${boundary}`, '',
    `--${boundary}`, 'Content-Type: text/plain', '', 'The text',
    `--${boundary}`, 'Content-Type: text/plain; name=a.txt', 'Content-Disposition: attachment; filename=a.txt', '', 'file data',
    `--${boundary}--`, '.',
  ].join('\r\n');
  const lines = ['EHLO client.example', 'MAIL FROM:<bob@example.com>', `RCPT TO:<${to}>`, 'DATA', message, 'QUIT'];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(process.env.SMTP_PORT), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      const end = /^(\d{3}) .*\r\n$/m.exec(answer);
      if (!end) return;
      answer = '';
      if (end[1] >= '400') reject(new Error(end[0]));
      else if (lines.length > 0) socket.write(lines.shift() + '\r\n');
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', resolve);
  });
}

async function downloads(link, expected) {
  const answer = await fetch(link);
  const text = await answer.text();
  return answer.status === 200 && expected(text);
}

const { inboxes, threads, pods } = client;
const name = 'client';
const { inboxId: id } = await call('inboxes.create',
  () => inboxes.create({ username: name, displayName: 'A Client', clientId: name }));
await call('inboxes.list', () => inboxes.list(), (page) => page.count === 1);
await call('inboxes.get', () => inboxes.get(id), (inbox) => inbox.displayName === 'A Client');
await call('inboxes.update', () => inboxes.update(id, { displayName: 'Renamed' }), (inbox) => inbox.displayName === 'Renamed');
await call('inboxes.search', () => inboxes.search({ q: name }), (page) => page.inboxes.length === 1);
await deliver(id);
const { messages: [message] } = await call('messages.list', () => inboxes.messages.list(id), (page) => page.count === 1);
const { messageId, threadId } = message;
const whole = await call('messages.get', () => inboxes.messages.get(id, messageId), (read) => read.text.trim() === 'The text');
const { attachmentId } = whole.attachments[0];
await call('messages.search', () => inboxes.messages.search(id, { q: 'attachment' }), (page) => page.messages.length === 1);
await call('messages.update', () => inboxes.messages.update(id, messageId, { addLabels: ['vip'], removeLabels: ['unread'] }));
await call('messages.batchUpdate', () => inboxes.messages.batchUpdate(id, { messageIds: [messageId], addLabels: ['x'] }));
await call('messages.batchGet', () => inboxes.messages.batchGet(id, { messageIds: [messageId] }));
await call('messages.list by labels', () => inboxes.messages.list(id, { labels: ['vip', 'x'] }), (page) => page.count === 1);
await call('messages.getRaw', () => inboxes.messages.getRaw(id, messageId),
  (raw) => downloads(raw.downloadUrl, (text) => text.length === raw.size));
await call('messages.getAttachment', () => inboxes.messages.getAttachment(id, messageId, attachmentId),
  (file) => downloads(file.downloadUrl, (text) => text.trim() === 'file data'));
await call('inboxes.threads.list', () => inboxes.threads.list(id), (page) => page.count === 1);
await call('inboxes.threads.get', () => inboxes.threads.get(id, threadId), (thread) => thread.messages.length === 1);
await call('inboxes.threads.search', () => inboxes.threads.search(id, { q: 'attachment' }), (page) => page.threads.length === 1);
await call('inboxes.threads.update', () => inboxes.threads.update(id, threadId, { addLabels: ['seen'] }));
await call('inboxes.threads.getAttachment', () => inboxes.threads.getAttachment(id, threadId, attachmentId));
await call('threads.list', () => threads.list(), (page) => page.count === 1);
await call('threads.get', () => threads.get(threadId));
await call('threads.search', () => threads.search({ q: 'attachment' }), (page) => page.threads.length === 1);
const file = { filename: 'x.txt', contentType: 'text/plain', content: Buffer.from('hello').toString('base64') };
const sent = await call('messages.send', () => inboxes.messages.send(id,
  { to: 'you@example.com', subject: 'Hi', text: 'There', html: '<b>There</b>', attachments: [file] }));
await call('messages.reply', () => inboxes.messages.reply(id, messageId, { text: 'Answer' }));
await call('messages.replyAll', () => inboxes.messages.replyAll(id, messageId, { text: 'Answer to all' }));
await call('messages.forward', () => inboxes.messages.forward(id, messageId, { to: ['z@example.com'], text: 'FYI' }));
await call('auth.me', () => client.auth.me());
await call('organizations.get', () => client.organizations.get());
await call('pods.list', () => pods.list());
const { podId } = await call('pods.create', () => pods.create({ name: 'a pod' }));
await call('pods.get', () => pods.get(podId), (pod) => pod.name === 'a pod');
await call('pods.inboxes.list', () => pods.inboxes.list(podId), (page) => page.count === 0);
await call('pods.delete', () => pods.delete(podId));
await call('inboxes.events.list', () => inboxes.events.list(id));
await call('messages.delete', () => inboxes.messages.delete(id, messageId));
await call('inboxes.threads.delete', () => inboxes.threads.delete(id, sent.threadId));
await call('inboxes.delete', () => inboxes.delete(id));
console.log(`agentmail: ${calls - failures.length} of ${calls} calls`);
failures.forEach((failure) => console.log('  ' + failure));
process.exitCode = failures.length === 0 ? 0 : 1;
