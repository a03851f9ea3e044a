// Which messages ask a human, which are held, and how agents send.
import { patch } from './api.js';
import { field, form, onlyOwners, page, tick, ticked, toast } from './components.js';
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

export async function policy(view) {
  const now = await view.get('/v0/policy');
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
  return h('div', {},
    page('Policy', 'Applies to the whole organization. Pods and inboxes can have their own policy, set through the API.'),
    !view.mends ? h('div', { class: 'stacked' }, onlyOwners(view), rules) : form(rules, 'Save', async () => {
      const chosen = ticked(sending);
      await patch('/v0/policy', { approval_flags: ticked(asks), hold: ticked(holds), allow_bcc: chosen.includes('allow_bcc'),
        auto_submitted: chosen.includes('auto_submitted'), duplicate_window_seconds: Number(window.value) });
      toast('Saved.');
      await view.refresh();
    }));
}
