// Webhooks: who is told of what, and every attempt to tell.
import { del, get, patch, post, seg } from './api.js';
import { confirmed, dialog, empty, facts, field, h, page, press, tags, toast, when } from './dom.js';
import { cell, showOnce, table } from './agents.js';

const TYPES = ['message.received', 'message.received.spam', 'message.received.blocked', 'message.held', 'message.released',
  'message.sent', 'message.delivered', 'message.bounced', 'message.complained', 'message.rejected', 'draft.submitted',
  'approval.requested', 'approval.decided', 'send.blocked', 'send.cancelled', 'send.deferred', 'thread.locked',
  'thread.unlocked', 'label.added', 'label.removed', 'inbox.digest', 'inbox.created', 'inbox.deleted',
  'org.suspended', 'org.resumed'];
const REASONS = { gone: 'it answered 410', failing: 'it failed for 5 days' };

const path = (hook) => '/v0/webhooks/' + seg(hook.webhook_id);
const state = (hook) => tags([hook.status + (hook.disabled_reason ? ': ' + (REASONS[hook.disabled_reason] || hook.disabled_reason) : '')], !hook.enabled);

export async function webhooks(view) {
  const answer = await get('/v0/webhooks?limit=200');
  return h('div', {},
    page('Webhooks', 'Addresses that are told of events, signed, until they answer with a 2xx.',
      h('button', { type: 'button', class: 'first', text: 'New webhook', onclick: press(() => create(view)) })),
    answer.webhooks.length
      ? h('ul', { class: 'list' }, answer.webhooks.map((hook) => h('li', {},
        h('div', { class: 'head' },
          h('strong', {}, h('a', { href: view.address('webhooks/' + hook.webhook_id), text: hook.url })),
          h('span', { class: 'soft small' }, when(hook.created_at))),
        state(hook), h('div', { class: 'soft small', text: hook.event_types.join(', ') }))))
      : empty('Nobody is told of anything yet.'));
}

function typeBoxes(chosen) {
  return h('fieldset', {}, h('legend', { text: 'Tell it of' }), TYPES.map((type) =>
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
    field('Address', url), field('Of', inbox), types,
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Make it', onclick: press(async () => {
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
      if (!await confirmed('Make a new secret?', 'The present one signs beside it for 24 hours.', 'Make it')) return;
      await secret(await post(path(hook) + '/rotate-secret', {}));
    }) }),
    h('button', { type: 'button', class: 'danger', text: 'Delete', onclick: press(async () => {
      if (!await confirmed('Delete this webhook?', 'Nothing is delivered to it any more.', 'Delete')) return;
      await del(path(hook));
      view.go('webhooks');
    }) }));
}

export async function webhook(view) {
  const one = { webhook_id: view.id };
  const [hook, names, answer] = await Promise.all([
    get(path(one)), get(path(one) + '/headers'), get(path(one) + '/deliveries?limit=50')]);
  const types = typeBoxes(hook.event_types);
  return h('div', {},
    page('Webhook', hook.url), changes(view, hook),
    facts([['State', h('span', {}, state(hook))], ['Inboxes', hook.inbox_ids], ['Pods', hook.pod_ids],
      ['Own headers', names.header_names], ['Made', when(hook.created_at)], ['Id', h('code', { text: hook.webhook_id })]]),
    h('details', {}, h('summary', { text: hook.event_types.length + ' kinds of events' }), types,
      h('button', { type: 'button', class: 'first', text: 'Save', onclick: press(async () => {
        await patch(path(hook), { event_types: ticked(types) });
        toast('Saved.');
        view.refresh();
      }) })),
    h('h2', { text: 'Attempts' }),
    answer.deliveries.length
      ? table(['Event', 'Attempt', 'Outcome', 'Took', 'When'], answer.deliveries.map((made) => h('tr', {},
        cell(made.event_type, h('div', { class: 'soft small', text: made.event_id })),
        cell(made.attempt + (made.trigger === 'event' ? '' : ', ' + made.trigger)),
        h('td', { class: made.status === 'failed' ? 'bad' : made.status === 'succeeded' ? 'good' : '' },
          made.status + (made.response_status_code ? ' ' + made.response_status_code : made.error ? ': ' + made.error : '')),
        cell(made.duration_ms === undefined ? '' : made.duration_ms + ' ms'),
        cell(made.attempted_at ? when(made.attempted_at) : made.next_attempt_at ? when(made.next_attempt_at) : ''))))
      : empty('Nothing was delivered yet.'));
}
