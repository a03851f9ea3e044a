// What an agent does with its inbox: what it asked to send and with which outcome, what it may do, and how it connects.
import { anchor, button, cell, empty, figure, section, table } from './components.js';
import { foreign, h, plain, when } from './dom.js';
import { pages } from './lists.js';
import { outcomeOf } from './sends.js';
import { create } from './keys.js';

const decided = (record) => record.decided_by && (record.edited ? 'Changed and approved' : record.returned ? 'Sent back' : record.status === 'rejected' ? 'Rejected' : 'Approved');

// How people decided about the newest sends of the inbox.
function figures(records) {
  const count = (what) => records.filter((record) => decided(record) === what).length;
  return h('div', { class: 'cards' }, ['Approved', 'Changed and approved', 'Sent back', 'Rejected'].map((what) => figure(what, String(count(what)))));
}

const reasons = (record) => [...record.reasons, ...record.flags].map(plain).join(', ');

export async function activity(view) {
  const all = await pages(view, '/v0/sends?inbox_id=' + encodeURIComponent(view.id), 'sends');
  if (!all.items.length) return empty('sends', 'Nothing was to be sent yet.', 'What the agent asks to send, and what people decide about it, appears here.');
  return h('div', {}, figures(all.items), table(['When', 'Message', 'Checks', 'Decision', 'Outcome'], all.items.map((record) => h('tr', {},
    cell(when(record.created_at)),
    cell(h('a', { href: view.address('sends/' + record.send_id) }, foreign(record.subject || '(no subject)')),
      h('div', { class: 'soft small' }, 'To ', foreign(record.recipients.map((one) => one.address).join(', ')))),
    cell(reasons(record) || 'passed'),
    cell(decided(record) ?? '', record.note && h('div', { class: 'soft small' }, foreign(record.note))),
    cell(outcomeOf(record))))), all.more);
}

const FLAGS = { first_contact: 'goes to a new contact', recipient_from_mail: 'goes to an address that a mail named', link_from_mail: 'has a link that a mail named', has_links: 'has links', has_attachments: 'has attachments', many_recipients: 'goes to many recipients', html_unfaithful: 'has HTML that cannot be shown exactly' };

const listed = (title, all) => all.entries.length > 0 && h('p', {}, title + ' ', all.entries.map((one, at) => [at > 0 && ', ', foreign(one.entry)]), all.next_page_token && ' and more');

export async function allowed(view) {
  const of = '/v0/inboxes/' + encodeURIComponent(view.id);
  const [policy, rules, ...lists] = await Promise.all([view.get(of + '/policy'), view.get('/v0/rules?limit=200'),
    view.get(of + '/lists/send/allow?limit=20'), view.get(of + '/lists/send/block?limit=20')]);
  const mine = rules.rules.filter((rule) => !rule.inbox_id || rule.inbox_id === view.id);
  const asks = policy.approval_flags.map((flag) => FLAGS[flag] ?? plain(flag));
  return h('div', {},
    section('Approval', h('p', { text: asks.length ? 'A human is asked when a message ' + asks.join(', or ') + '.' : 'Messages are sent without asking a human.' }),
      mine.map((rule) => h('p', {}, 'Not asked: ', rule.kind === 'reply' ? 'replies to people who wrote in the thread' : ['messages to ', foreign(rule.domain)], '.')),
      h('div', { class: 'row' }, anchor('Policy of this inbox', view.address('policy?level=' + encodeURIComponent('inbox:' + view.id))), anchor('Rules', view.address('rules')))),
    section('Lists', listed('May write only to', lists[0]), listed('May not write to', lists[1]),
      !lists[0].entries.length && !lists[1].entries.length && h('p', { class: 'soft', text: 'This inbox has no lists of its own.' }),
      anchor('Lists', view.address('lists'))));
}

const code = (text) => h('pre', { class: 'source', text });
const samples = (inbox, origin) => [
  ['curl', `curl -s ${origin}/v0/inboxes/${inbox}/messages -H "Authorization: Bearer $KEY"`],
  ['MCP', JSON.stringify({ mcpServers: { mailbox: { url: origin + '/mcp', headers: { Authorization: 'Bearer KEY' } } } }, null, 2)],
  ['Python', `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    "${origin}/v0/inboxes/${inbox}/messages",\n    headers={"Authorization": "Bearer " + os.environ["KEY"]})\nprint(json.load(urllib.request.urlopen(request)))`],
  ['Node', `const answer = await fetch("${origin}/v0/inboxes/${inbox}/messages",\n  { headers: { Authorization: "Bearer " + process.env.KEY } });\nconsole.log(await answer.json());`],
  ['Java', `var request = HttpRequest.newBuilder(URI.create("${origin}/v0/inboxes/${inbox}/messages"))\n    .header("Authorization", "Bearer " + System.getenv("KEY")).build();\nvar answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());\nSystem.out.println(answer.body());`],
];

export function connect(view) {
  return h('div', {}, h('p', {}, 'The agent reaches this inbox at ', h('code', { text: location.origin }), ' with a key.'),
    view.owner && h('div', { class: 'row' }, button('New key for this inbox', () => create(view, view.id), { kind: 'first', sign: 'keys' })),
    samples(view.id, location.origin).map(([name, text]) => section(name, code(text))));
}
