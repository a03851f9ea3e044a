// OAuth as others speak it: the authorization checks of the conformance suite, and both clients of npm, which find their
// way from a 401 to a token. This script is the human and the human's browser.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import http from 'node:http';
import { Client as Older } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { HTTP_PORT, WORK } = process.env;
const base = `http://localhost:${HTTP_PORT}`;
const callback = 18074;
const failures = [];
const show = (what, good) => {
  console.log(`${good ? 'as it should' : 'WRONG       '}  ${what}`);
  if (!good) failures.push(what);
};

const link = /\/v0\/console\/sign-in\/link\?token=\S+/.exec(readFileSync(`${WORK}/server.log`, 'utf8'))[0];
const cookie = (await fetch(base + link, { redirect: 'manual' })).headers.get('set-cookie').split(';')[0];
const owner = (method, path, body) => fetch(base + path, {
  method, headers: { cookie, origin: base, 'content-type': 'application/json' }, body: body && JSON.stringify(body),
});
async function allow(address, permissions) {
  const toConsole = await fetch(address, { redirect: 'manual' });
  const query = new URL(toConsole.headers.get('location')).searchParams;
  const answer = await owner('POST', '/oauth/authorization', { ...Object.fromEntries(query), decision: 'allow', permissions });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).redirect_to;
}

const about = { client_name: 'suite', redirect_uris: [`http://127.0.0.1:${callback}/callback`], token_endpoint_auth_method: 'none' };
const registered = await fetch(`${base}/oauth/register`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(about),
}).then((answer) => answer.json());
const document = `http://127.0.0.1:${callback + 2}/client.json`;
const documents = http.createServer((request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ client_id: document, ...about })));
await new Promise((resolve) => documents.listen(callback + 2, '127.0.0.1', resolve));
for (const [kind, id] of Object.entries({ registered: registered.client_id, 'known by its document': document })) {
  const out = `${WORK}/authorization-${kind}`;
  const suite = spawn(process.execPath, [`${WORK}/node_modules/.bin/conformance`, 'authorization', '--url', base,
    '--client-id', id, '--resource', `${base}/mcp`, '--port', String(callback), '-o', out]);
  let said = '';
  let told = false;
  suite.stdout.on('data', (data) => {
    said += data;
    const found = /^http\S+\/oauth\/authorize\S+\n/m.exec(said);
    if (found && !told) {
      told = true;
      allow(found[0].trim(), ['message_read']).then((answer) => fetch(answer)).catch((problem) => { console.log(problem); suite.kill(); });
    }
  });
  await new Promise((resolve) => suite.on('close', resolve));
  const checks = readdirSync(out, { recursive: true }).filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(`${out}/${name}`)));
  for (const check of checks.filter(({ status }) => status !== 'SUCCESS')) console.log(`  ${check.id}: ${check.status} ${check.errorMessage}`);
  show(`conformance authorization, a program ${kind}: ${checks.map((one) => one.id).join(', ')}`,
    checks.length >= 3 && checks.every(({ status }) => status === 'SUCCESS'));
}
documents.close();

function provider(name) {
  const kept = { redirectUrl: 'http://127.0.0.1:18075/callback' };
  return Object.assign(kept, {
    clientMetadata: { client_name: name, redirect_uris: [kept.redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => { kept.client = client; },
    tokens: () => kept.issued,
    saveTokens: (tokens) => { kept.issued = tokens; },
    redirectToAuthorization: (address) => { kept.sent = address; },
    saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => { kept.discovery = state; },
    discoveryState: () => kept.discovery,
  });
}
for (const [name, Kind, Transport, finish] of [
  ['sdk 1', Older, OlderTransport, (transport, answer) => transport.finishAuth(answer.get('code'))],
  ['client 2', Client, StreamableHTTPClientTransport, (transport, answer) => transport.finishAuth(answer)],
]) {
  const authProvider = provider(name);
  const reach = () => new Transport(new URL(`${base}/mcp`), { authProvider });
  const first = reach();
  const refused = await new Kind({ name: 'check', version: '1' }).connect(first).then(() => undefined, (error) => error);
  const answer = new URL(await allow(authProvider.sent, ['inbox_read', 'message_read'])).searchParams;
  await finish(first, answer);
  const client = new Kind({ name: 'check', version: '1' });
  await client.connect(reach());
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  show(`${name}: from the 401 to ${names.length} tools, those that were allowed`,
    refused !== undefined && names.includes('get_message') && !names.includes('send_message'));

  const before = authProvider.issued.access_token;
  authProvider.issued = { ...authProvider.issued, access_token: 'sk_worn0000_' + 'x'.repeat(43) };
  await client.callTool({ name: 'list_inboxes', arguments: {} });
  show(`${name}: renewed by itself`, authProvider.issued.access_token !== before);

  const { grants } = await (await owner('GET', '/oauth/grants')).json();
  const grant = grants.find((one) => one.client_name === name && one.status === 'active');
  await owner('DELETE', `/oauth/grants/${grant.grant_id}`);
  const ended = await client.callTool({ name: 'list_inboxes', arguments: {} }).then(() => undefined, (error) => error);
  show(`${name}: refused after the human took it back`, ended !== undefined);
  await client.close();
}
process.exit(failures.length === 0 ? 0 : 1);
