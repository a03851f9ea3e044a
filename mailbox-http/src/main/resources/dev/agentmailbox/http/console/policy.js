// Which messages ask a human, which are held, and how agents send.
import { patch, query, seg } from './api.js';
import { button, field, form, onlyOwners, page, select, tick, ticked, toast } from './components.js';
import { h } from './dom.js';

const FLAGS = {
  recipient_from_mail: ['Goes to an address that a mail named', 'The inbox knows the address only from the text of a mail from outside: the agent may do what that mail says.'],
  link_from_mail: ['Has a link that a mail named', 'The inbox knows the linked site only from a mail from outside, whose author does not get this mail: a link can carry what the agent has read.'],
  first_contact: ['Goes to a new contact', 'Someone the inbox has never written to or heard from.'],
  has_links: ['Has links', 'Anything a recipient can click.'],
  has_attachments: ['Has attachments', 'Files the agent adds.'],
  many_recipients: ['Goes to more than ten recipients', 'To, Cc and Bcc together.'],
  html_unfaithful: ['Has HTML that cannot be shown exactly', 'Always asked about when one of the others is.'],
};
const HOLD = {
  injection_suspected: ['Tries to instruct the agent', 'Text that reads like instructions to a model.'],
  executable_attachment: ['Has programs as attachments', 'Files that may run when opened.'],
  unauthenticated: ['Is from an unauthenticated sender', 'SPF, DKIM and DMARC do not prove who sent it.'],
  unknown_sender: ['Is from a new sender', 'Someone the inbox has never written to.'],
};

const DAYS = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' };

// How people hear of what waits. The hours are those of the browser's time zone until others are set.
function noticesOf(now) {
  const hours = now.working_hours ?? { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' };
  const number = (name) => h('input', { type: 'number', name, min: 0, max: 144, required: true, value: String(now[name]) });
  const reminder = number('reminder_hours');
  const escalation = number('escalation_hours');
  const zone = h('input', { name: 'time_zone', value: hours.time_zone, required: true });
  const from = h('input', { type: 'time', name: 'from', value: hours.from, required: true });
  const to = h('input', { type: 'time', name: 'to', value: hours.to, required: true });
  const days = h('div', { class: 'days' }, Object.entries(DAYS).map(([name, text]) => tick(name, text, hours.days.includes(name))));
  const times = h('div', { class: 'stacked', hidden: !now.working_hours }, days,
    h('div', { class: 'halves' }, field('From', from), field('To', to)), field('Time zone', zone));
  const content = tick('content', 'Say what the message is', now.content, 'Subject, recipients and the first lines. Without this, only that something waits.');
  const only = tick('only', 'Only in working hours', Boolean(now.working_hours));
  const limited = () => only.querySelector('input').checked;
  only.addEventListener('change', () => {
    times.hidden = !limited();
    for (const one of times.querySelectorAll('input')) one.disabled = times.hidden;
  });
  for (const one of times.querySelectorAll('input')) one.disabled = times.hidden;
  const box = h('fieldset', { class: 'card' }, h('legend', { text: 'Mail about what waits' }), content,
    field('Remind once after', reminder, 'In hours: 0 turns this off.'),
    field('Tell owners after', escalation, 'In hours: 0 tells everybody at once, otherwise approvers come first.'), only, times);
  const given = () => ({ content: content.querySelector('input').checked, reminder_hours: Number(reminder.value), escalation_hours: Number(escalation.value),
    ...(limited() && { working_hours: { time_zone: zone.value.trim(), days: ticked(days), from: from.value, to: to.value } }) });
  return { box, given };
}

// The whole organization, one pod or one inbox; what a level does not set comes from the one above.
const PATHS = { '': () => '/v0/policy', pod: (id) => '/v0/pods/' + seg(id) + '/policy', inbox: (id) => '/v0/inboxes/' + seg(id) + '/policy' };

async function levels(view, chosen) {
  const [pods, inboxes] = await Promise.all([view.get('/v0/pods?limit=200'), view.get('/v0/inboxes?limit=200')]);
  return select('Applies to', [['', 'The whole organization'], ...pods.pods.map((pod) => ['pod:' + pod.pod_id, 'Pod ' + pod.name]),
    ...inboxes.inboxes.map((inbox) => ['inbox:' + inbox.inbox_id, inbox.inbox_id])], chosen,
  { onchange: (event) => view.go('policy' + query({ level: event.target.value })) });
}

export async function policy(view) {
  const level = new URLSearchParams(location.search).get('level') || '';
  const [kind, ...rest] = level.split(':');
  const path = (PATHS[kind] ?? PATHS[''])(rest.join(':'));
  const [now, choose] = await Promise.all([view.get(path), levels(view, level)]);
  const boxes = (title, known, chosen) => h('fieldset', { class: 'card' }, h('legend', { text: title }),
    Object.entries(known).map(([name, [text, hint]]) => tick(name, text, chosen.includes(name), hint)));
  const asks = boxes('Require approval when a message …', FLAGS, now.approval_flags);
  const holds = boxes('Hold incoming mail that …', HOLD, now.hold);
  const window = h('input', { type: 'number', name: 'duplicate_window_seconds', min: 0, max: 2592000, required: true, value: String(now.duplicate_window_seconds) });
  const sending = h('fieldset', { class: 'card' }, h('legend', { text: 'Sending' }),
    tick('allow_bcc', 'Allow blind copies (Bcc)', now.allow_bcc), tick('auto_submitted', 'Mark mail as automated (Auto-Submitted)', now.auto_submitted),
    field('Refuse an identical message within', window, 'In seconds: 0 turns this off, 604800 is a week, 2592000 (30 days) is the most.'));
  const notices = noticesOf(now.approval_notices);
  const days = h('input', { type: 'number', name: 'retention_days', min: 0, max: 36500, required: true, value: String(now.retention_days) });
  const keeping = h('fieldset', { class: 'card' }, h('legend', { text: 'Keeping mail' }),
    field('Remove messages after', days, 'In days, sent messages too: 0 keeps them until they are deleted. Trash, spam and blocked mail go after 30 days at the latest.'),
    tick('legal_hold', 'Legal hold', now.legal_hold, 'Everything is kept, and nobody can delete it for good. Pods and inboxes cannot end it.'));
  const rules = [h('div', { class: 'halves' }, asks, holds), h('div', { class: 'halves' }, sending, notices.box), keeping];
  for (const box of rules.flatMap((one) => [...(one.matches('fieldset') ? [one] : one.children)])) box.disabled = !view.mends;
  const given = () => {
    const chosen = ticked(sending);
    return { approval_flags: ticked(asks), hold: ticked(holds), allow_bcc: chosen.includes('allow_bcc'),
      auto_submitted: chosen.includes('auto_submitted'), duplicate_window_seconds: Number(window.value), approval_notices: notices.given(),
      retention_days: Number(days.value), legal_hold: ticked(keeping).includes('legal_hold') };
  };
  const plain = (value) => (Array.isArray(value) ? value.toSorted() : value);
  const same = (a, b) => JSON.stringify(plain(a)) === JSON.stringify(plain(b));
  const inherit = level && view.mends && button('Use the policy above', async () => {
    await patch(path, Object.fromEntries(Object.keys(given()).map((name) => [name, null])));
    await view.refresh();
    toast('Nothing is set here now.');
  });
  return h('div', {},
    page('Policy', level ? 'What is not changed here comes from the pod and the organization.' : 'Applies to the whole organization. Pods and inboxes can have their own.', choose, inherit),
    !view.mends ? h('div', { class: 'stacked' }, onlyOwners(view), rules) : form(rules, 'Save', async () => {
      // Only what was changed is set at this level; the rest goes on coming from above.
      const changed = Object.fromEntries(Object.entries(given()).filter(([name, value]) => !same(value, now[name])));
      if (!Object.keys(changed).length) { toast('Nothing was changed.'); return; }
      await patch(path, changed);
      await view.refresh();
      toast('Saved.');
    }));
}
