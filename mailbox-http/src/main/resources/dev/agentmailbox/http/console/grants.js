// Programs that cannot hold a key: what one asks for, and what was allowed before.
import { del, get, post, seg } from './api.js';
import { confirmed, empty, facts, field, h, page, press, tags, when } from './dom.js';
import { cell, pages, table } from './lists.js';

const words = (name) => name.replaceAll('_', ' ');

// The query of a program's request is handed to the service as it came; it alone judges it.
export async function authorize() {
  const query = location.search;
  const asked = await get('/oauth/authorization' + query);
  if (asked.refusal) {
    return h('div', {}, page('This request cannot be granted', asked.refusal),
      h('div', { class: 'row' }, h('button', { type: 'button', text: 'Back to ' + asked.redirect_host,
        onclick: () => location.assign(asked.redirect_to) })));
  }
  const inboxes = await get('/v0/inboxes?limit=200');
  const scope = h('select', { name: 'scope' }, h('option', { value: '', text: 'the whole organization' }),
    inboxes.inboxes.map((inbox) => h('option', { value: inbox.inbox_id, text: 'only ' + inbox.inbox_id })));
  const tick = (name) => h('label', { class: 'tick' },
    h('input', { type: 'checkbox', name, checked: asked.permissions.includes(name) }), words(name));
  const wanted = h('div', { id: 'wanted' }, asked.permissions.map(tick));
  const more = h('div', { id: 'more' },
    asked.all_permissions.filter((name) => !asked.permissions.includes(name)).map(tick));
  const decide = (decision, choice) => press(async () => {
    const request = Object.fromEntries(new URLSearchParams(query));
    const known = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'scope',
      'resource', 'state'].filter((name) => name in request).map((name) => [name, request[name]]);
    const answer = await post('/oauth/authorization', { ...Object.fromEntries(known), decision, ...choice() });
    location.assign(answer.redirect_to);
  });
  const ticked = () => [...document.querySelectorAll('#wanted input:checked, #more input:checked')].map((box) => box.name);
  return h('div', {},
    page('Allow ' + asked.client_name + '?', 'A program asks to use mail in your name. Nobody has checked what it says of itself.'),
    facts([
      ['Calls itself', asked.client_name],
      ['Described by', asked.document_host || 'itself, when it registered'],
      ['Answer goes to', asked.redirect_host],
    ]),
    asked.own_machine && h('p', { class: 'warn', text: 'The answer stays on the computer that opened this page. Allow it only '
      + 'if you have just started a program there and it sent you here.' }),
    field('Access', scope),
    h('h2', { text: 'It asks to' }), wanted,
    h('details', {}, h('summary', { text: 'Allow more' }), more),
    h('p', { class: 'soft small', text: 'You can take this back at any time under Programs.' }),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Allow', onclick: decide('allow', () => ({
        permissions: ticked(), ...(scope.value && { inbox_id: scope.value }) })) }),
      h('button', { type: 'button', text: 'Refuse', onclick: decide('refuse', () => ({})) })));
}

export async function programs(view) {
  view.live = true;
  const all = await pages(view, '/oauth/grants', 'grants');
  return h('div', {},
    page('Programs', 'What you allowed programs that cannot hold a key, for example those that speak the Model Context Protocol.'),
    all.items.length
      ? table(['Program', 'Scope', 'May', 'Status', 'Used', ''], all.items.map((one) => h('tr', {},
        cell(one.client_name, h('div', { class: 'soft small', text: one.client_id })),
        cell(one.scope_type + ' ' + one.scope_id), cell(one.permissions.map(words).join(', ')),
        cell(tags([one.status], one.status !== 'active')), cell(one.used_at ? when(one.used_at) : 'never'),
        cell(one.status === 'active' && h('button', { type: 'button', class: 'danger', text: 'Revoke',
          'aria-label': 'Revoke ' + one.client_name, onclick: press(async () => {
            if (!await confirmed('Revoke ' + one.client_name + '?', 'It is refused from now on.', 'Revoke')) return;
            await del('/oauth/grants/' + seg(one.grant_id));
            view.refresh();
          }) })))))
      : empty('No connected programs yet.'), all.more);
}
