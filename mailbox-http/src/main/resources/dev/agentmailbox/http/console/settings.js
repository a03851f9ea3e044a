// Who may do what: policy, lists, keys and members.
import { del, get, patch, post, seg } from './api.js';
import { confirmed, dialog, empty, field, h, page, press, showOnce, tags, toast, when } from './dom.js';
import { cell, pages, table } from './lists.js';

const FLAGS = {
  first_contact: 'a new contact among its recipients',
  has_links: 'links', has_attachments: 'attachments', many_recipients: 'more than ten recipients',
};
const HOLD = {
  injection_suspected: 'text that tries to instruct a model', executable_attachment: 'programs as attachments',
  unauthenticated: 'an unauthenticated sender', unknown_sender: 'a sender the inbox has never written to',
};

export async function policy(view) {
  const now = await view.get('/v0/policy');
  const boxes = (known, chosen) => Object.entries(known).map(([name, text]) =>
    h('label', { class: 'tick' }, h('input', { type: 'checkbox', name, checked: chosen.includes(name) }), text));
  const asks = h('div', {}, boxes(FLAGS, now.approval_flags));
  const holds = h('div', {}, boxes(HOLD, now.hold));
  const bcc = h('input', { type: 'checkbox', checked: now.allow_bcc });
  const auto = h('input', { type: 'checkbox', checked: now.auto_submitted });
  const window = h('input', { type: 'number', min: 0, max: 604800, value: String(now.duplicate_window_seconds) });
  const ticked = (box) => [...box.querySelectorAll('input:checked')].map((input) => input.name);
  return h('div', {},
    page('Policy', 'Applies to the whole organization; pods and inboxes may set their own over the API.'),
    h('h2', { text: 'Require approval when a message has' }), asks,
    h('h2', { text: 'Hold incoming mail that has' }), holds,
    h('h2', { text: 'Sending' }),
    h('label', { class: 'tick' }, bcc, 'Allow blind copies (Bcc)'),
    h('label', { class: 'tick' }, auto, 'Mark mail as automated (Auto-Submitted)'),
    field('Refuse an identical message within (seconds, 0 is off)', window),
    h('button', { type: 'button', class: 'first', text: 'Save', onclick: press(async () => {
      await patch('/v0/policy', { approval_flags: ticked(asks), hold: ticked(holds), allow_bcc: bcc.checked,
        auto_submitted: auto.checked, duplicate_window_seconds: Number(window.value) });
      toast('Saved.');
      view.refresh();
    }) }));
}

export async function lists(view) {
  const asked = new URLSearchParams(location.search);
  const direction = asked.get('direction') || 'send';
  const type = asked.get('type') || 'block';
  const path = '/v0/lists/' + direction + '/' + type;
  view.live = true;
  const entries = await pages(view, path, 'entries');
  const choice = (name, values, chosen) => h('select', { 'aria-label': name, onchange: (event) => {
    const next = { direction, type, [name]: event.target.value };
    view.go('lists?' + new URLSearchParams(next));
  } }, values.map((value) => h('option', { value, text: value, selected: value === chosen })));
  const entry = h('input', { placeholder: 'address, example.com or .example.com', required: true, 'aria-label': 'Entry' });
  const reason = h('input', { placeholder: 'reason (optional)', 'aria-label': 'Reason' });
  return h('div', {},
    page('Lists', 'Addresses that agents may write to and receive from. Bounced and complaining addresses are added to Send › Block.',
      choice('direction', ['send', 'receive', 'reply'], direction), choice('type', ['block', 'allow'], type)),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, entry, reason,
      h('button', { class: 'first', text: 'Add', onclick: press(async () => {
        if (!entry.reportValidity()) return;
        await post(path, { entry: entry.value.trim(), ...(reason.value && { reason: reason.value }) });
        view.refresh();
      }) })),
    h('h2', { text: 'Entries' }),
    entries.items.length
      ? table(['Entry', 'Reason', 'Since', ''], entries.items.map((one) => h('tr', {},
        cell(one.entry, one.read_only && tags(['suppression'], true)), cell(one.reason || ''), cell(when(one.created_at)),
        cell(h('button', { type: 'button', text: 'Remove', 'aria-label': 'Remove ' + one.entry, onclick: press(async () => {
          await del(path + '/' + seg(one.entry));
          view.refresh();
        }) })))))
      : empty(type === 'allow' ? 'Empty: everyone is allowed. With one entry, only what is named.' : 'Nobody is blocked.'), entries.more);
}

export async function keys(view) {
  view.live = true;
  const all = await pages(view, '/v0/api-keys', 'api_keys');
  return h('div', {},
    page('API keys', 'Credentials of agents and programs. A key is shown once.',
      h('button', { type: 'button', class: 'first', text: 'New key', onclick: press(() => newKey(view)) })),
    all.items.length
      ? table(['Name', 'Scope', 'Status', 'Used', ''], all.items.map((key) => h('tr', {},
        cell(key.name, h('div', { class: 'soft small', text: 'sk_' + key.prefix + '_…' })),
        cell(key.scope_type + ' ' + key.scope_id), cell(tags([key.status], key.status !== 'active')),
        cell(key.used_at ? when(key.used_at) : 'never'),
        cell(key.status === 'active' && h('button', { type: 'button', class: 'danger', text: 'Revoke', 'aria-label': 'Revoke ' + key.name, onclick: press(async () => {
          if (!await confirmed('Revoke ' + key.name + '?', 'Requests with this key are refused from now on.', 'Revoke')) return;
          await del('/v0/api-keys/' + seg(key.api_key_id));
          view.refresh();
        }) })))))
      : empty('No API keys yet.'), all.more);
}

async function newKey(view) {
  const inboxes = await get('/v0/inboxes?limit=200');
  const name = h('input', { required: true, maxLength: 100 });
  const scope = h('select', {}, h('option', { value: '', text: 'the whole organization' }),
    inboxes.inboxes.map((inbox) => h('option', { value: inbox.inbox_id, text: 'only ' + inbox.inbox_id })));
  const made = await dialog('New key', (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    field('Name', name), field('Access', scope),
    h('p', { class: 'soft small', text: 'The key has every permission of an agent there. Single permissions are set over the API.' }),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Create', onclick: press(async () => {
        if (!name.reportValidity()) return;
        const path = scope.value ? '/v0/inboxes/' + seg(scope.value) + '/api-keys' : '/v0/api-keys';
        close(await post(path, { name: name.value }));
      }) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (!made) return;
  await showOnce('Copy the key now', 'It is shown only this once.', made.api_key);
  view.refresh();
}

export async function members(view) {
  view.live = true;
  const all = await pages(view, '/v0/organizations/members', 'members');
  const email = h('input', { type: 'email', required: true, placeholder: 'e-mail address', 'aria-label': 'E-mail address' });
  const roles = (chosen) => ['approver', 'owner'].map((role) => h('option', { value: role, text: role, selected: role === chosen }));
  const role = h('select', { 'aria-label': 'Role' }, roles('approver'));
  return h('div', {},
    page('Members', 'Owners may do everything. Approvers decide approvals, release held mail, take over threads, and read. A new member signs in and accepts first.'),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, email, role,
      h('button', { class: 'first', text: 'Add', onclick: press(async () => {
        if (!email.reportValidity()) return;
        await post('/v0/organizations/members', { email: email.value.trim(), role: role.value });
        view.refresh();
      }) })),
    table(['Address', 'Role', 'Since', ''], all.items.map((member) => h('tr', {},
      cell(member.email, member.status === 'pending' && tags(['not accepted yet'])),
      cell(h('select', { 'aria-label': 'Role of ' + member.email, onchange: async (event) => {
        await patch('/v0/organizations/members/' + seg(member.user_id), { role: event.target.value })
          .catch((problem) => toast(problem.message));
        view.refresh();
      } }, roles(member.role))),
      cell(when(member.created_at)),
      cell(h('button', { type: 'button', class: 'danger', text: 'Remove', 'aria-label': 'Remove ' + member.email, onclick: press(async () => {
        if (!await confirmed('Remove ' + member.email + '?', 'The human is signed out of this organization.', 'Remove')) return;
        await del('/v0/organizations/members/' + seg(member.user_id));
        view.refresh();
      }) }))))), all.more);
}
