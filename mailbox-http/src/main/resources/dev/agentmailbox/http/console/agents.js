// Agents that sign up themselves: the codes their human hands out, and the inboxes the human claims.
import { del, get, post, seg } from './api.js';
import { confirmed, dialog, empty, field, h, page, press, showOnce, tags, when } from './dom.js';
import { cell, pages, table } from './lists.js';

export async function agents(view) {
  view.live = true;
  const codes = await pages(view, '/v0/agent/codes', 'codes');
  const claim = h('input', { required: true, maxLength: 64, placeholder: 'XXXX-XXXX', autocomplete: 'off', 'aria-label': 'Claim code' });
  return h('div', {},
    page('Agents', 'Hand a code to an agent: it makes one inbox with it, which you then claim here.',
      h('button', { type: 'button', class: 'first', text: 'New code', onclick: press(() => newCode(view)) })),
    h('h2', { text: 'Claim an inbox' }),
    h('p', { class: 'soft', text: 'Your agent forwards a claim code. Without it, within 24 hours, the inbox is deleted.' }),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, claim,
      h('button', { class: 'first', text: 'Claim', onclick: press(async () => {
        if (!claim.reportValidity()) return;
        const made = await post('/v0/agent/claim', { claim_code: claim.value.trim() }).catch((problem) => {
          throw problem.code === 'not_found' ? new Error('That claim code is not right, or it is used or expired.') : problem;
        });
        await showOnce('Copy the agent’s new key now',
          made.inbox.inbox_id + ' receives mail from now on. Give this key to the agent; it is shown only this once.', made.api_key);
        view.go('inboxes/' + seg(made.inbox.inbox_id));
      }) })),
    h('h2', { text: 'Codes' }),
    codes.items.length
      ? table(['Code', 'Status', 'Made', 'Good until', ''], codes.items.map((code) => h('tr', {},
        cell('…-' + code.first_group + '-…', code.note && h('div', { class: 'soft small', text: code.note })),
        cell(tags([code.status], code.status === 'revoked')), cell(when(code.created_at)), cell(when(code.expires_at)),
        cell(code.status === 'active' && h('button', { type: 'button', class: 'danger', text: 'Revoke',
          'aria-label': 'Revoke the code ' + code.first_group, onclick: press(async () => {
            if (!await confirmed('Revoke this code?', 'An agent that has it cannot use it any more.', 'Revoke')) return;
            await del('/v0/agent/codes/' + seg(code.code_id));
            view.refresh();
          }) })))))
      : empty('No code was made yet.'), codes.more);
}

async function newCode(view) {
  const pods = await get('/v0/pods?limit=200');
  const pod = h('select', {}, pods.pods.map((one) =>
    h('option', { value: one.pod_id, text: one.name, selected: one.name === 'default' })));
  const note = h('input', { maxLength: 280 });
  const made = await dialog('New code', (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    field('Pod', pod), field('Note (optional)', note),
    h('p', { class: 'soft small', text: 'It works once, within 24 hours.' }),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Create', onclick: press(async () =>
        close(await post('/v0/agent/codes', { pod_id: pod.value, ...(note.value && { note: note.value }) }))) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (!made) return;
  await showOnce('Copy the code now', 'Give it to your agent. It is shown only this once.', made.invite_code);
  view.refresh();
}
