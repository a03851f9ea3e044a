// Apps that cannot hold a key: what one asks for, and what was allowed before.
import { del, get, post, seg } from './api.js';
import { actions, button, cell, confirmed, details, empty, facts, field, page, press, section, select, table, tag, tick, ticked } from './components.js';
import { foreign, h, when } from './dom.js';
import { permitted, scoped, summary } from './keys.js';
import { pages } from './lists.js';

const KNOWN = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'scope', 'resource', 'state'];

// The query of an app's request is handed to the service as it came; it alone judges it.
export async function authorize() {
  const query = location.search;
  const asked = await get('/oauth/authorization' + query);
  if (asked.refusal) {
    return h('div', {}, page('This request cannot be granted', asked.refusal),
      actions(h('button', { type: 'button', text: 'Back to ' + asked.redirect_host, onclick: () => location.assign(asked.redirect_to) })));
  }
  const inboxes = await get('/v0/inboxes?limit=200');
  const scope = select('Access', [['', 'The whole organization'], ...inboxes.inboxes.map((inbox) => [inbox.inbox_id, 'Only ' + inbox.inbox_id])], '', { name: 'scope' });
  const box = (id, names, checked) => h('div', { id, class: 'permissions flat' }, names.map((name) => tick(name, permitted(name), checked)));
  const wanted = box('wanted', asked.permissions, true);
  const more = box('more', asked.all_permissions.filter((name) => !asked.permissions.includes(name)), false);
  const decide = (decision, choice) => press(async () => {
    const request = Object.fromEntries(new URLSearchParams(query));
    const known = Object.fromEntries(KNOWN.filter((name) => name in request).map((name) => [name, request[name]]));
    const answer = await post('/oauth/authorization', { ...known, decision, ...choice() });
    location.assign(answer.redirect_to);
  });
  return h('div', { class: 'narrow' },
    page('Allow ' + asked.client_name + '?', 'An app asks to use your mail. What it says about itself has not been verified.'),
    facts([
      ['Calls itself', foreign(asked.client_name)],
      ['Described by', asked.document_host || 'itself, when it registered'],
      ['Returns to', asked.redirect_host],
    ]),
    asked.own_machine && h('p', { class: 'alert', text: 'Access goes to an app on this computer. Allow it only '
      + 'if you have just started that app and it opened this page.' }),
    field('Access', scope),
    section('It asks to', wanted),
    details('Allow more', 'more', more),
    h('p', { class: 'soft small', text: 'You can take this back at any time under Connected apps.' }),
    actions(
      h('button', { type: 'button', class: 'first', text: 'Allow', onclick: decide('allow', () => ({
        permissions: [...ticked(wanted), ...ticked(more)], ...(scope.value && { inbox_id: scope.value }) })) }),
      h('button', { type: 'button', text: 'Refuse', onclick: decide('refuse', () => ({})) })));
}

export async function programs(view) {
  view.live = true;
  const all = await pages(view, '/oauth/grants', 'grants');
  return h('div', {},
    page('Connected apps', 'Apps you allowed to use mail without a key, for example clients of the Model Context Protocol.'),
    all.items.length
      ? table(['App', 'Access to', 'Permissions', 'Status', 'Last used', ''], all.items.map((one) => h('tr', {},
        cell(h('strong', {}, foreign(one.client_name))), cell(scoped(view, one)),
        cell(details(summary(one.permissions), one.grant_id, h('p', { class: 'small', text: one.permissions.map(permitted).join(', ') }),
          h('p', { class: 'small' }, h('code', { text: one.client_id })))),
        cell(tag(one.status, one.status === 'active' ? 'good' : '')), cell(one.used_at ? when(one.used_at) : 'never'),
        cell(one.status === 'active' && button('Revoke', async () => {
          if (!await confirmed('Revoke ' + one.client_name + '?', 'The app loses access at once.', 'Revoke', 'danger')) return;
          await del('/oauth/grants/' + seg(one.grant_id));
          await view.refresh();
        }, { kind: 'danger', name: 'Revoke ' + one.client_name })))))
      : empty('apps', 'No connected apps yet.', 'Add this server’s /mcp address to an MCP client; it then asks for access here.'), all.more);
}
