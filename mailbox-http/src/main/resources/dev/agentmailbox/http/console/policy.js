// Which messages ask a human, which are held, and how agents send.
import { patch, query, seg } from './api.js';
import { button, field, form, onlyOwners, page, select, tick, ticked, toast } from './components.js';
import { h } from './dom.js';

const FLAGS = {
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
  const rules = [h('div', { class: 'halves' }, asks, holds), sending];
  for (const box of rules.flatMap((one) => [...(one.matches('fieldset') ? [one] : one.children)])) box.disabled = !view.mends;
  const given = () => {
    const chosen = ticked(sending);
    return { approval_flags: ticked(asks), hold: ticked(holds), allow_bcc: chosen.includes('allow_bcc'),
      auto_submitted: chosen.includes('auto_submitted'), duplicate_window_seconds: Number(window.value) };
  };
  const same = (a, b) => JSON.stringify([a].flat().sort()) === JSON.stringify([b].flat().sort());
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
