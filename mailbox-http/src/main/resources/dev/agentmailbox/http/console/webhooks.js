// Webhooks: endpoints, their events, and every delivery attempt.
import { del, get, patch, post, seg } from './api.js';
import { actions, button, cell, confirmed, details, dialog, empty, facts, field, form, page, section, select, showOnce, table, tag, tick, ticked, toast } from './components.js';
import { counted, h, plain, when } from './dom.js';
import { chooser, pages, thingRow } from './lists.js';

const TYPES = ['message.received', 'message.received.spam', 'message.received.blocked', 'message.held', 'message.released',
  'message.sent', 'message.delivered', 'message.bounced', 'message.complained', 'message.rejected', 'draft.submitted',
  'approval.requested', 'approval.decided', 'send.blocked', 'send.cancelled', 'send.deferred', 'thread.locked',
  'thread.unlocked', 'label.added', 'label.removed', 'inbox.digest', 'inbox.created', 'inbox.deleted',
  'org.suspended', 'org.resumed'];
// What a receiver wants to be told; placeholders are replaced by the service.
const FORMS = [['', 'Signed events, for your own server'], ['{"text":"{{text}}"}', 'Slack or Matrix'], ['{"content":"{{text}}"}', 'Discord'],
  ['{"topic":"your-topic","title":"{{title}}","message":"{{text}}","click":"{{link}}"}', 'ntfy']];
const REASONS = { gone: 'it answered 410', failing: 'it failed for 5 days' };

const path = (hook) => '/v0/webhooks/' + seg(hook.webhook_id);
const state = (hook) => tag(hook.status + (hook.disabled_reason ? ': ' + (REASONS[hook.disabled_reason] || hook.disabled_reason) : ''), hook.enabled ? 'good' : 'alert');
const making = (view) => button('New webhook', () => create(view), { kind: 'first', sign: 'plus' });

export async function webhooks(view) {
  view.live = true;
  const hooks = await pages(view, '/v0/webhooks', 'webhooks');
  const list = hooks.items.length > 0 && chooser(view, hooks.items, (hook) => hook.webhook_id, (hook) => thingRow({
    href: view.address('webhooks/' + hook.webhook_id), name: hook.url, marks: state(hook), note: hook.event_types.join(', '), time: hook.created_at }));
  return h('div', { 'data-parts': '' },
    page('Webhooks', 'Signed events for your own server. Failed deliveries are retried.', making(view)),
    list || empty('webhooks', 'No webhooks yet.', 'A webhook sends events, such as new mail, to your own server.', making(view)), hooks.more);
}

const typeBoxes = (chosen) => h('fieldset', { class: 'types' }, h('legend', { text: 'Events' }),
  TYPES.map((type) => tick(type, type, chosen.includes(type))));

async function create(view) {
  const inboxes = await get('/v0/inboxes?limit=200');
  const url = h('input', { type: 'url', name: 'url', required: true, placeholder: 'https://hooks.example.com/mail' });
  const inbox = select('Inboxes', [['', 'All inboxes'], ...inboxes.inboxes.map((one) => [one.inbox_id, 'Only ' + one.inbox_id])], '');
  const types = typeBoxes(['message.received']);
  const kind = select('What is sent', FORMS, '');
  const body = h('textarea', { rows: 3, maxLength: 4096, 'aria-label': 'Body' });
  const bodyField = h('div', { hidden: true }, field('Body', body, 'JSON; {{text}}, {{title}} and {{link}} are replaced.'));
  kind.addEventListener('change', () => {
    body.value = kind.value;
    bodyField.hidden = !kind.value;
    // A chat is for what a person has to do.
    if (kind.value) for (const box of types.querySelectorAll('input')) box.checked = box.name === 'approval.requested';
  });
  const made = await dialog('New webhook', (close) => form([field('Address', url, 'Each event is posted here.'), field('What is sent', kind), bodyField, field('Inboxes', inbox), types], 'Create', async () =>
    close(await post('/v0/webhooks', { url: url.value, event_types: ticked(types), ...(kind.value && { body_template: body.value }), ...(inbox.value && { inbox_ids: [inbox.value] }) })), { close }));
  if (!made) return;
  await secret(made);
  view.go('webhooks/' + made.webhook_id);
}

const secret = (made) => showOnce('Copy the signing secret now',
  'Your server uses it to check that a delivery comes from this service. It is not shown again.', made.secret);

function changes(view, hook) {
  return [
    hook.enabled
      ? button('Switch off', async () => { await patch(path(hook), { enabled: false }); await view.refresh(); })
      : button('Switch on', async () => { await post(path(hook) + '/enable', {}); await view.refresh(); }, { kind: 'first' }),
    button('Send a test', async () => {
      const sent = await post(path(hook) + '/test', {});
      await view.refresh();
      toast(sent.status === 'succeeded' ? 'It answered ' + sent.response_status_code + '.' : 'The test ' + sent.status + (sent.error ? ': ' + plain(sent.error) : '') + '.');
    }),
    button('Replay the last day', async () => {
      const due = await post(path(hook) + '/replay', {});
      await view.refresh();
      toast(counted(due.count, 'event') + ' will be delivered again.');
    }),
    button('New secret', async () => {
      if (!await confirmed('Create a new secret?', 'Deliveries are signed with both secrets for 24 hours.', 'Create')) return;
      await secret(await post(path(hook) + '/rotate-secret', {}));
    }),
    button('Delete', async () => {
      if (!await confirmed('Delete this webhook?', 'Events are no longer delivered to it.', 'Delete', 'danger')) return;
      await del(path(hook));
      view.go('webhooks');
    }, { kind: 'danger', sign: 'trash' })];
}

// Values go in and are never shown again.
function ownHeaders(view, hook, names) {
  const name = h('input', { required: true, maxLength: 64, pattern: '[A-Za-z0-9\\-]+', placeholder: 'X-Team', 'aria-label': 'Name of the header' });
  const value = h('input', { required: true, maxLength: 1024, placeholder: 'Value', autocomplete: 'off', 'aria-label': 'Value of the header' });
  const change = async (what) => {
    await patch(path(hook) + '/headers', what);
    await view.refresh();
  };
  return details(names.length ? 'Custom headers: ' + names.join(', ') : 'No custom headers', 'headers',
    names.map((known) => h('p', { class: 'row' }, h('code', { text: known }), button('Remove', () => change({ remove_headers: [known] }), { name: 'Remove ' + known }))),
    form([name, value], 'Set', () => change({ headers: { [name.value]: value.value } }), { kind: 'line' }));
}

const OUTCOMES = { succeeded: 'good', failed: 'bad' };

const attempt = (one) => h('tr', {},
  cell(one.event_type, h('div', { class: 'soft small' }, h('code', { text: one.event_id }))),
  cell(one.attempt + (one.trigger === 'event' ? '' : ', ' + one.trigger)),
  cell(tag(one.status + (one.response_status_code ? ' ' + one.response_status_code : one.error ? ': ' + plain(one.error) : ''), OUTCOMES[one.status] ?? '')),
  cell(one.duration_ms === undefined ? '' : one.duration_ms + ' ms'),
  cell(one.attempted_at ? when(one.attempted_at) : one.next_attempt_at ? when(one.next_attempt_at) : ''));

export async function webhook(view) {
  const at = path({ webhook_id: view.id });
  view.live = true;
  const [hook, names, attempts, pods] = await Promise.all([
    view.get(at), view.get(at + '/headers'), pages(view, at + '/deliveries', 'deliveries'), view.get('/v0/pods?limit=200')]);
  const types = typeBoxes(hook.event_types);
  const pod = new Map(pods.pods.map((one) => [one.pod_id, one.name]));
  return h('div', {},
    page('Webhook', hook.url, changes(view, hook)),
    facts([['State', h('span', {}, state(hook))], ['Body', hook.body_template && h('code', { text: hook.body_template })], ['Inboxes', hook.inbox_ids], ['Pods', hook.pod_ids?.map((id) => pod.get(id) ?? id)],
      ['Created', when(hook.created_at)], ['Identifier', h('code', { text: hook.webhook_id })]]),
    details(counted(hook.event_types.length, 'event type'), 'events', types,
      actions(button('Save', async () => {
        await patch(path(hook), { event_types: ticked(types) });
        await view.refresh();
        toast('Saved.');
      }, { kind: 'first' }))),
    ownHeaders(view, hook, names.header_names),
    section('Attempts', attempts.items.length ? table(['Event', 'Attempt', 'Outcome', 'Took', 'When'], attempts.items.map(attempt))
      : empty('webhooks', 'No deliveries yet.', 'Send a test to see whether the address answers.'), attempts.more));
}
