// Addresses and domains that agents may or may not write to and receive from.
import { del, post, seg } from './api.js';
import { button, cell, empty, form, onlyOwners, page, table, tag, tabs } from './components.js';
import { capital, foreign, h, when } from './dom.js';
import { pages } from './lists.js';

const DIRECTIONS = [['send', 'Send to'], ['receive', 'Receive from'], ['reply', 'Replies from']];
const TYPES = [['block', 'Block'], ['allow', 'Allow']];
const EMPTY = {
  block: ['Nobody is blocked.', 'Addresses that bounce or complain are blocked for sending automatically.'],
  allow: ['Everyone is allowed.', 'As soon as there is an entry, only listed addresses are allowed.'],
};

export async function entries(view) {
  const asked = new URLSearchParams(location.search);
  const direction = asked.get('direction') || 'send';
  const type = asked.get('type') || 'block';
  const path = '/v0/lists/' + direction + '/' + type;
  view.live = true;
  const all = await pages(view, path, 'entries');
  const choose = (name) => (value) => view.go('lists?' + new URLSearchParams({ direction, type, [name]: value }));
  const entry = h('input', { name: 'entry', placeholder: 'Address or domain', required: true, 'aria-label': 'Address or domain', autocomplete: 'off' });
  const reason = h('input', { name: 'reason', placeholder: 'Reason (optional)', 'aria-label': 'Reason' });
  return h('div', {},
    page('Lists', 'Who agents can write to and receive mail from. Addresses that bounce or complain are blocked for sending automatically.'),
    h('div', { class: 'row' }, tabs(DIRECTIONS, direction, choose('direction')), tabs(TYPES, type, choose('type'))),
    !view.mends ? onlyOwners(view) : form([entry, reason], 'Add', async () => {
      await post(path, { entry: entry.value.trim(), ...(reason.value && { reason: reason.value }) });
      entry.value = '';
      reason.value = '';
      await view.refresh();
    }, { kind: 'line' }),
    h('p', { class: 'soft small', text: 'ann@example.com is one address, example.com is one domain, and .example.com is the domain with all its subdomains.' }),
    all.items.length
      ? table([capital(type === 'block' ? 'blocked' : 'allowed'), 'Reason', 'Since', ''], all.items.map((one) => h('tr', {},
        cell(foreign(one.entry), one.read_only && [' ', tag('suppressed', 'alert')]), cell(one.reason || ''), cell(when(one.created_at)),
        cell(view.mends && button('Remove', async () => {
          await del(path + '/' + seg(one.entry));
          await view.refresh();
        }, { name: 'Remove ' + one.entry })))))
      : empty('lists', ...EMPTY[type]), all.more);
}
