// The Model Context Protocol as others' tools speak it: the conformance suite in both eras, the inspector in strict
// mode, and the two clients of npm. The suite sends no key, so it goes through a door that adds one.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { Client as Older } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { HTTP_PORT, DOOR_PORT, WORK, KEY } = process.env;
const direct = `http://127.0.0.1:${HTTP_PORT}/mcp`;
const failures = [];
const show = (what, good) => {
  console.log(`${good ? 'as it should' : 'WRONG       '}  ${what}`);
  if (!good) failures.push(what);
};
const run = (...args) => spawnSync(process.execPath, args, { cwd: WORK, encoding: 'utf8', timeout: 300_000 });
const program = (name) => `${WORK}/node_modules/.bin/${name}`;

// What the suite cannot ask of a server without the suite's own tools, prompts and resources.
const ours = {
  '2026-07-28': ['tools-list', 'dns-rebinding-protection', 'http-header-validation', 'server-stateless', 'caching',
    'sep-2164-resource-not-found', 'input-required-result-unsupported-methods', 'server-sse-multiple-streams'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection', 'server-session-lifecycle',
    'server-sse-polling', 'server-sse-multiple-streams'],
};
const fixture = /does not list the diagnostic tool|^(prompts|resources)\/.* error -32601/;
for (const [revision, scenarios] of Object.entries(ours)) {
  const out = `${WORK}/conformance-${revision}`;
  run(program('conformance'), 'server', '--url', `http://localhost:${DOOR_PORT}/mcp`, '--requirements', revision, '-o', out);
  const ran = readdirSync(out);
  let good = 0;
  for (const scenario of scenarios) {
    const directory = ran.find((name) => new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT`).test(name));
    const checks = directory ? JSON.parse(readFileSync(`${out}/${directory}/checks.json`)) : [];
    const failed = checks.filter((check) => check.status === 'FAILURE' && !fixture.test(check.errorMessage ?? ''));
    good += checks.filter((check) => check.status === 'SUCCESS').length;
    for (const check of failed) console.log(`  ${scenario}: ${check.id}: ${check.errorMessage}`);
    if (!directory || failed.length > 0) show(`${revision}: ${scenario}`, false);
  }
  show(`conformance ${revision}: ${scenarios.length} scenarios that need no fixtures, ${good} checks`, good > 0);
}

for (const era of ['modern', 'legacy']) {
  const { status, stdout, stderr } = run(program('mcp-inspector'), '--cli', '--server-url', direct, '--transport', 'http',
    '--header', `Authorization: Bearer ${KEY}`, '--protocol-era', era, '--method', 'tools/list', '--strict');
  const tools = status === 0 ? JSON.parse(stdout).tools.length : 0;
  if (stderr.trim()) console.log(stderr.trim().split('\n').slice(-1)[0]);
  show(`inspector, strict, ${era}: ${tools} tools without a complaint`, tools === 33 && stderr.trim() === '');
}

const headers = { Authorization: `Bearer ${KEY}` };
for (const [name, client, transport] of [
  ['sdk 1', new Older({ name: 'check', version: '1' }), new OlderTransport(new URL(direct), { requestInit: { headers } })],
  ['client 2', new Client({ name: 'check', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
    new StreamableHTTPClientTransport(new URL(direct), { requestInit: { headers } })],
]) {
  await client.connect(transport);
  const call = (tool, args) => client.callTool({ name: tool, arguments: args });
  const { tools } = await client.listTools();
  const inbox = (await call('create_inbox', { display_name: name })).structuredContent;
  const send = { inbox_id: inbox.inbox_id, to: ['a@example.com'], subject: name, text: 'hello', idempotency_key: randomUUID() };
  const first = await call('send_message', send);
  const again = await call('send_message', send);
  const sends = (await fetch(`http://127.0.0.1:${HTTP_PORT}/v0/sends?inbox_id=${inbox.inbox_id}`, { headers }).then((r) => r.json())).sends;
  show(`${name}: ${tools.length} tools; a send repeated with its key is one send`,
    tools.length === 33 && first.structuredContent.send_id === again.structuredContent.send_id && sends.length === 1);
  const usage = (await call('get_usage', {})).structuredContent;
  show(`${name}: output fits its schema, null included`, usage.breaker.reason === null);
  let wrong = 0;
  for (const tool of tools) {
    const result = await call(tool.name, { nonsense: 1 });
    const problem = JSON.parse(result.content[0].text);
    if (result.isError && result.structuredContent === undefined && problem.code === 'validation_error') wrong++;
  }
  show(`${name}: each tool called wrongly shows the model our code (${wrong})`, wrong === tools.length);
  await client.close();
}

// An approval in the chat: the client opens the review for its user, who decides there and not through the client.
const { SESSION } = process.env;
const origin = `http://localhost:${DOOR_PORT}`;
const person = (method, path, body) => fetch(`http://127.0.0.1:${HTTP_PORT}/v0${path}`, {
  method, body: body && JSON.stringify(body),
  headers: { Cookie: SESSION, Origin: origin, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
}).then((answer) => answer.json());
await person('PATCH', '/policy', { approval_flags: ['first_contact'] });
for (const verb of ['approve', 'reject', 'nothing']) {
  const client = new Client({ name: 'check', version: '1' }, { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { url: {} } } });
  const shown = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    shown.push(params.url);
    const approval = params.url.split('/').pop();
    if (verb !== 'nothing') await person('POST', `/approvals/${approval}/${verb}`, verb === 'reject' ? { note: 'Not this week' } : {});
    return { action: 'accept' };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(direct), { requestInit: { headers } }));
  const inbox = (await client.callTool({ name: 'create_inbox', arguments: {} })).structuredContent;
  const result = await client.callTool({ name: 'send_message', arguments: {
    inbox_id: inbox.inbox_id, to: [`${verb}@example.com`], subject: verb, text: 'hello', idempotency_key: randomUUID() } });
  const status = result.structuredContent?.status;
  const expected = verb === 'approve' ? ['sent', 'sending'].includes(status)
    : verb === 'reject' ? result.isError && result.content[0].text.includes('Not this week') : status === 'pending_approval';
  show(`client 2: an approval in the chat, the user chooses ${verb}: ${status ?? 'an error with the note'}`,
    expected && shown.length === 1 && shown[0].startsWith(`${origin}/console/approvals/apr_`));
  await client.close();
}
process.exit(failures.length === 0 ? 0 : 1);
