// Webhooks: endpoints, their events, and every delivery attempt.
import { del, get, patch, post, seg } from './api.js';
import { confirmed, dialog, empty, facts, field, h, page, press, showOnce, tags, toast, when } from './dom.js';
import { cell, chooser, pages, table } from './lists.js';

const TYPES = ['message.received', 'message.received.spam', 'message.received.blocked', 'message.held', 'message.released',
  'message.sent', 'message.delivered', 'message.bounced', 'message.complained', 'message.rejected', 'draft.submitted',
  'approval.requested', 'approval.decided', 'send.blocked', 'send.cancelled', 'send.deferred', 'thread.locked',
  'thread.unlocked', 'label.added', 'label.removed', 'inbox.digest', 'inbox.created', 'inbox.deleted',
  'org.suspended', 'org.resumed'];
const REASONS = { gone: 'it answered 410', failing: 'it failed for 5 days' };

const path = (hook) => '/v0/webhooks/' + seg(hook.webhook_id);
const state = (hook) => tags([hook.status + (hook.disabled_reason ? ': ' + (REASONS[hook.disabled_reason] || hook.disabled_reason) : '')], !hook.enabled);

export async function webhooks(view) {
  view.live = true;
  const hooks = await pages(view, '/v0/webhooks', 'webhooks');
  const { list } = chooser(view, hooks.items, (hook) => hook.webhook_id, (hook) => h('div', {},
    h('div', { class: 'head' },
      h('strong', {}, h('a', { href: view.address('webhooks/' + hook.webhook_id), text: hook.url })),
      h('span', { class: 'soft small' }, when(hook.created_at))),
    state(hook), h('div', { class: 'soft small', text: hook.event_types.join(', ') })));
  return h('div', {},
    page('Webhooks', 'Signed events to your endpoints. Failed deliveries are retried.',
      h('button', { type: 'button', class: 'first', text: 'New webhook', onclick: press(() => create(view)) })),
    hooks.items.length ? list : empty('No webhooks yet.'), hooks.more);
}

function typeBoxes(chosen) {
  return h('fieldset', {}, h('legend', { text: 'Events' }), TYPES.map((type) =>
    h('label', { class: 'tick' }, h('input', { type: 'checkbox', name: type, checked: chosen.includes(type) }), type)));
}

const ticked = (box) => [...box.querySelectorAll('input:checked')].map((input) => input.name);

async function create(view) {
  const inboxes = await get('/v0/inboxes?limit=200');
  const url = h('input', { type: 'url', required: true, placeholder: 'https://hooks.example.com/mail' });
  const inbox = h('select', {}, h('option', { value: '', text: 'all inboxes' }),
    inboxes.inboxes.map((one) => h('option', { value: one.inbox_id, text: 'only ' + one.inbox_id })));
  const types = typeBoxes(['message.received']);
  const made = await dialog('New webhook', (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    field('Address', url), field('Inboxes', inbox), types,
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Create', onclick: press(async () => {
        if (!url.reportValidity()) return;
        close(await post('/v0/webhooks', { url: url.value, event_types: ticked(types), ...(inbox.value && { inbox_ids: [inbox.value] }) }));
      }) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (!made) return;
  await secret(made);
  view.go('webhooks/' + made.webhook_id);
}

const secret = (made) => showOnce('Copy the signing secret now',
  'With it the receiver checks that a delivery is ours. It is shown only this once.', made.secret);

function changes(view, hook) {
  return h('div', { class: 'row' },
    hook.enabled
      ? h('button', { type: 'button', text: 'Switch off', onclick: press(async () => { await patch(path(hook), { enabled: false }); view.refresh(); }) })
      : h('button', { type: 'button', class: 'first', text: 'Switch on', onclick: press(async () => { await post(path(hook) + '/enable', {}); view.refresh(); }) }),
    h('button', { type: 'button', text: 'Send a test', onclick: press(async () => {
      const sent = await post(path(hook) + '/test', {});
      toast(sent.status === 'succeeded' ? 'It answered ' + sent.response_status_code + '.' : 'The test ' + sent.status + (sent.error ? ': ' + sent.error : '') + '.');
      view.refresh();
    }) }),
    h('button', { type: 'button', text: 'Replay the last day', onclick: press(async () => {
      const due = await post(path(hook) + '/replay', {});
      toast(due.count + ' events are due again.');
      view.refresh();
    }) }),
    h('button', { type: 'button', text: 'New secret', onclick: press(async () => {
      if (!await confirmed('Create a new secret?', 'The present one signs beside it for 24 hours.', 'Create')) return;
      await secret(await post(path(hook) + '/rotate-secret', {}));
    }) }),
    h('button', { type: 'button', class: 'danger', text: 'Delete', onclick: press(async () => {
      if (!await confirmed('Delete this webhook?', 'Nothing is delivered to it any more.', 'Delete')) return;
      await del(path(hook));
      view.go('webhooks');
    }) }));
}

// Values go in and are never shown again.
function ownHeaders(view, hook, names) {
  const name = h('input', { required: true, maxLength: 64, pattern: '[A-Za-z0-9\\-]+', placeholder: 'X-Team', 'aria-label': 'Name of the header' });
  const value = h('input', { required: true, maxLength: 1024, placeholder: 'its value', autocomplete: 'off', 'aria-label': 'Value of the header' });
  const change = async (what) => {
    await patch(path(hook) + '/headers', what);
    view.refresh();
  };
  return h('details', {}, h('summary', { text: names.length ? 'Own headers: ' + names.join(', ') : 'No headers of its own' }),
    names.map((known) => h('p', { class: 'row' }, h('code', { text: known }),
      h('button', { type: 'button', text: 'Remove', 'aria-label': 'Remove ' + known, onclick: press(() => change({ remove_headers: [known] })) }))),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, name, value,
      h('button', { text: 'Set', onclick: press(async () => {
        if (name.reportValidity() && value.reportValidity()) await change({ headers: { [name.value]: value.value } });
      }) })));
}

export async function webhook(view) {
  const at = path({ webhook_id: view.id });
  view.live = true;
  const [hook, names, attempts] = await Promise.all([
    view.get(at), view.get(at + '/headers'), pages(view, at + '/deliveries', 'deliveries')]);
  const types = typeBoxes(hook.event_types);
  return h('div', {},
    page('Webhook', hook.url), changes(view, hook),
    facts([['State', h('span', {}, state(hook))], ['Inboxes', hook.inbox_ids], ['Pods', hook.pod_ids],
      ['Made', when(hook.created_at)], ['Id', h('code', { text: hook.webhook_id })]]),
    h('details', {}, h('summary', { text: hook.event_types.length + ' kinds of events' }), types,
      h('button', { type: 'button', class: 'first', text: 'Save', onclick: press(async () => {
        await patch(path(hook), { event_types: ticked(types) });
        toast('Saved.');
        view.refresh();
      }) })),
    ownHeaders(view, hook, names.header_names),
    h('h2', { text: 'Attempts' }),
    attempts.items.length
      ? table(['Event', 'Attempt', 'Outcome', 'Took', 'When'], attempts.items.map((one) => h('tr', {},
        cell(one.event_type, h('div', { class: 'soft small', text: one.event_id })),
        cell(one.attempt + (one.trigger === 'event' ? '' : ', ' + one.trigger)),
        h('td', { class: one.status === 'failed' ? 'bad' : one.status === 'succeeded' ? 'good' : '' },
          one.status + (one.response_status_code ? ' ' + one.response_status_code : one.error ? ': ' + one.error : '')),
        cell(one.duration_ms === undefined ? '' : one.duration_ms + ' ms'),
        cell(one.attempted_at ? when(one.attempted_at) : one.next_attempt_at ? when(one.next_attempt_at) : ''))))
      : empty('Nothing was delivered yet.'), attempts.more);
}
