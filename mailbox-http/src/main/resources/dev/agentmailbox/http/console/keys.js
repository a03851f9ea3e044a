// Credentials of agents: what each may do, where, and until when.
import { del, get, patch, post, seg } from './api.js';
import { button, cell, confirmed, details, dialog, empty, field, form, page, select, showOnce, table, tag, tick, ticked } from './components.js';
import { capital, h, plain, when } from './dom.js';
import { pages } from './lists.js';

// What belongs together, with a name a person knows.
const GROUPS = [
  ['Mail', ['message_read', 'message_send', 'message_update', 'message_delete', 'label_spam_read', 'label_blocked_read', 'label_trash_read']],
  ['Drafts', ['draft_read', 'draft_create', 'draft_update', 'draft_delete', 'draft_send']],
  ['Inboxes and pods', ['inbox_read', 'inbox_create', 'inbox_update', 'inbox_delete', 'pod_read', 'pod_create', 'pod_delete', 'organization_read']],
  ['Rules', ['approval_read', 'list_entry_read', 'list_entry_create', 'list_entry_delete']],
  ['Observing', ['event_read', 'webhook_read', 'usage_read', 'audit_read', 'api_key_read']],
];
const ALL = GROUPS.flatMap(([, names]) => names);
const READS = ALL.filter((name) => name.endsWith('_read') && !name.startsWith('label_'));
const PRESETS = [
  ['all', 'Everything an agent may do', ALL],
  ['read', 'Read only', READS],
  ['draft', 'Read and draft; a human sends', [...READS, 'draft_create', 'draft_update', 'draft_delete', 'message_update']],
  ['own', 'Choose permissions', null],
];
const EXPIRY = [['', 'Never'], ['1', 'In 1 day'], ['7', 'In 7 days'], ['30', 'In 30 days'], ['90', 'In 90 days'], ['365', 'In a year']];

const NOUNS = { organization: 'the organization', list_entry: 'list entries', api_key: 'API keys', inbox: 'inboxes', usage: 'usage',
  label_spam: 'spam', label_blocked: 'blocked mail', label_trash: 'the trash' };

// What a permission allows, as an action: message_read is “Read messages”.
export function permitted(name) {
  const at = name.lastIndexOf('_');
  const noun = name.slice(0, at);
  return capital(name.slice(at + 1)) + ' ' + (NOUNS[noun] ?? plain(noun) + 's');
}
const granted = (key) => Object.entries(key.permissions).filter(([, given]) => given).map(([name]) => name);

export function summary(names) {
  if (ALL.every((name) => names.includes(name))) return 'Everything';
  const reads = names.every((name) => name.endsWith('_read'));
  return names.length ? (reads ? 'Read only, ' : '') + names.length + ' of ' + ALL.length : 'Nothing';
}

// All of GROUPS as ticks; where a key cannot do something it is left out.
function permissions(chosen) {
  return h('div', { class: 'permissions' }, GROUPS.map(([title, names]) => h('fieldset', {}, h('legend', { text: title }),
    names.map((name) => tick(name, permitted(name), chosen.includes(name))))));
}

const given = (box) => Object.fromEntries(ticked(box).map((name) => [name, true]));

export const scoped = (view, one) => (one.scope_type === 'inbox' ? one.scope_id : one.scope_type === 'pod' ? 'one pod'
  : view.me.organizations.find((known) => known.organization_id === one.scope_id)?.name ?? 'the organization');

const STATES = { active: 'good', revoked: '', expired: 'alert' };

function row(view, pods) {
  return (key) => h('tr', {},
    cell(h('strong', { text: key.name }), h('div', { class: 'soft small' }, h('code', { text: 'sk_' + key.prefix + '_…' }))),
    cell(key.scope_type === 'pod' ? 'pod ' + (pods.get(key.scope_id) ?? key.scope_id) : scoped(view, key)),
    cell(details(summary(granted(key)), key.api_key_id, h('p', { class: 'small', text: granted(key).map(permitted).join(', ') }))),
    cell(tag(key.status, STATES[key.status])), cell(key.expires_at ? when(key.expires_at) : 'never'), cell(key.used_at ? when(key.used_at) : 'never'),
    cell(key.status === 'active' && h('div', { class: 'row' },
      button('Change', () => change(view, key), { name: 'Change ' + key.name }),
      button('Revoke', async () => {
        if (!await confirmed('Revoke ' + key.name + '?', 'Requests with this key will be refused.', 'Revoke', 'danger')) return;
        await del('/v0/api-keys/' + seg(key.api_key_id));
        await view.refresh();
      }, { kind: 'danger', name: 'Revoke ' + key.name }))));
}

const making = (view) => button('New key', () => create(view), { kind: 'first', sign: 'plus' });

export async function keys(view) {
  view.live = true;
  const [all, pods] = await Promise.all([pages(view, '/v0/api-keys', 'api_keys'), view.get('/v0/pods?limit=200')]);
  const names = new Map(pods.pods.map((pod) => [pod.pod_id, pod.name]));
  return h('div', {},
    page('API keys', 'Credentials for agents and apps. A key is shown only once, when you create it.', making(view)),
    all.items.length
      ? table(['Name', 'Access to', 'Permissions', 'Status', 'Expires', 'Last used', ''], all.items.map(row(view, names)))
      : empty('keys', 'No API keys yet.', 'An agent needs a key to read and send mail.', making(view)), all.more);
}

async function change(view, key) {
  const name = h('input', { name: 'name', required: true, maxLength: 128, value: key.name });
  const box = permissions(granted(key));
  const done = await dialog('Change ' + key.name, (close) => form([field('Name', name), box], 'Save', async () => {
    await patch('/v0/api-keys/' + seg(key.api_key_id), { name: name.value, permissions: given(box) });
    close(true);
  }, { close }));
  if (done) await view.refresh();
}

// How a program uses a key at this server.
const connecting = (key) => h('div', {}, h('p', { text: 'The agent sends it as “Authorization: Bearer …” with each request:' }),
  h('pre', { class: 'source', text: 'curl -s ' + location.origin + '/v0/auth/me -H "Authorization: Bearer ' + key + '"' }),
  h('p', { text: 'Or over MCP, in the settings of its host:' }),
  h('pre', { class: 'source', text: JSON.stringify({ mcpServers: { mailbox: { url: location.origin + '/mcp', headers: { Authorization: 'Bearer ' + key } } } }, null, 2) }));

export async function create(view, inbox) {
  const inboxes = await get('/v0/inboxes?limit=200');
  const name = h('input', { name: 'name', required: true, maxLength: 128 });
  const scope = select('Access to', [['', 'The whole organization'], ...inboxes.inboxes.map((inbox) => [inbox.inbox_id, 'Only ' + inbox.inbox_id])], inbox ?? inboxes.inboxes[0]?.inbox_id ?? '');
  const box = permissions(PRESETS.find(([value]) => value === 'draft')[2]);
  box.hidden = true;
  const preset = select('Permissions', PRESETS.map(([value, text]) => [value, text]), 'draft', { onchange: () => {
    const names = PRESETS.find(([value]) => value === preset.value)[2];
    box.hidden = Boolean(names);
    for (const input of names ? box.querySelectorAll('input') : []) input.checked = names.includes(input.name);
  } });
  const expiry = select('Expires', EXPIRY, '90');
  const made = await dialog('New key', (close) => form([
    field('Name', name, 'What uses it, for example “support agent”.'), field('Access to', scope), field('Permissions', preset), box, field('Expires', expiry)],
  'Create', async () => {
    const path = scope.value ? '/v0/inboxes/' + seg(scope.value) + '/api-keys' : '/v0/api-keys';
    close(await post(path, { name: name.value, ...(preset.value !== 'all' && { permissions: given(box) }),
      ...(expiry.value && { expires_at: new Date(Date.now() + Number(expiry.value) * 86400000).toISOString() }) }));
  }, { close }));
  if (!made) return;
  await showOnce('Copy the key now', 'Give it to the agent. It is not shown again.', made.api_key,
    connecting(made.api_key));
  await view.refresh();
}
