// Agents that sign up themselves: the codes their human hands out, and the inboxes the human claims.
import { del, get, post, seg } from './api.js';
import { button, cell, confirmed, dialog, empty, field, form, page, section, select, showOnce, table, tag } from './components.js';
import { h, when } from './dom.js';
import { pages } from './lists.js';

const STATES = { active: 'good', revoked: '', used: '' };

function claiming(view) {
  const claim = h('input', { name: 'claim_code', required: true, maxLength: 64, placeholder: 'XXXX-XXXX', autocomplete: 'off', 'aria-label': 'Claim code' });
  return form([claim], 'Claim', async () => {
    const made = await post('/v0/agent/claim', { claim_code: claim.value.trim() }).catch((problem) => {
      throw problem.code === 'not_found' ? new Error('This claim code is wrong, used or expired.') : problem;
    });
    claim.value = '';
    await showOnce('Copy the agent’s new key now',
      made.inbox.inbox_id + ' receives mail from now on. Give this key to the agent; it is not shown again.', made.api_key);
    view.go('inboxes/' + seg(made.inbox.inbox_id));
  }, { kind: 'line' });
}

export async function agents(view) {
  view.live = true;
  const codes = await pages(view, '/v0/agent/codes', 'codes');
  const making = button('New code', () => newCode(view), { kind: 'first', sign: 'plus' });
  return h('div', {},
    page('Agent sign-up', 'Let an agent create its own inbox: give it a code, then claim the inbox here.', making),
    section('Claim an inbox', h('p', { class: 'soft', text: 'After signing up, the agent gives you a claim code. An inbox that is not claimed within 24 hours is deleted.' }), claiming(view)),
    section('Codes', codes.items.length
      ? table(['Code', 'Status', 'Created', 'Expires', ''], codes.items.map((code) => h('tr', {},
        cell(h('code', { text: '…-' + code.first_group + '-…' }), code.note && h('div', { class: 'soft small', text: code.note })),
        cell(tag(code.status, STATES[code.status] ?? '')), cell(when(code.created_at)), cell(when(code.expires_at)),
        cell(code.status === 'active' && button('Revoke', async () => {
          if (!await confirmed('Revoke this code?', 'Agents can no longer use it.', 'Revoke', 'danger')) return;
          await del('/v0/agent/codes/' + seg(code.code_id));
          await view.refresh();
        }, { kind: 'danger', name: 'Revoke the code ' + code.first_group })))))
      : empty('agents', 'No codes yet.', 'A code works once, within 24 hours.'), codes.more));
}

async function newCode(view) {
  const pods = await get('/v0/pods?limit=200');
  const pod = select('Pod', pods.pods.map((one) => [one.pod_id, one.name]), pods.pods.find((one) => one.name === 'default')?.pod_id);
  const note = h('input', { name: 'note', maxLength: 280 });
  const made = await dialog('New code', (close) => form([
    field('Pod', pod, 'The new inbox will belong to this pod.'), field('Note', note, 'Optional; only you see it.')], 'Create', async () =>
    close(await post('/v0/agent/codes', { pod_id: pod.value, ...(note.value && { note: note.value }) })), { close }));
  if (!made) return;
  await showOnce('Copy the code now', 'Give it to your agent. It works once, within 24 hours, and is not shown again.', made.invite_code,
    'The agent sends it as invite_code to POST /v0/agent/sign-up.');
  await view.refresh();
}
