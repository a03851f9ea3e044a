// What waits for a human, and how it is decided.
import { post, seg } from './api.js';
import { anchor, complain, empty, page, section, tag, toast } from './components.js';
import { foreign, h, plain } from './dom.js';
import { beside, chooser, mailRow, pages } from './lists.js';

const UNDO_SECONDS = 5;

// Decisions that can still be undone: the list leaves them out, and the browser warns before it drops them.
const pending = new Set();
// What was shown after a decision, without a person having opened it.
let cameUp = '';

window.addEventListener('beforeunload', (event) => { if (pending.size) event.preventDefault(); });

export const FLAGS = {
  first_contact: 'New contact', has_links: 'Links', has_attachments: 'Attachments', many_recipients: 'Many recipients',
  html_unfaithful: 'Cannot be shown exactly',
};
export const flag = (name) => FLAGS[name] ?? plain(name);

const OUTCOMES = { approved: 'good', rejected: 'bad', expired: 'alert', cancelled: '' };
export const outcome = ({ status, edited, returned }) => tag(edited ? 'approved with changes' : returned ? 'sent back' : status, returned ? 'alert' : OUTCOMES[status] ?? '');

const row = (view) => (approval) => mailRow({
  href: view.address('approvals/' + approval.approval_id),
  who: h('span', {}, 'To ', foreign(approval.mail?.recipients.join(', ') || 'nobody')),
  subject: approval.mail?.subject, below: 'From ' + approval.inbox_id + (approval.decided_by_email ? ', by ' + approval.decided_by_email : ''), apart: true,
  marks: approval.status === 'pending' ? approval.flags.map((name) => tag(flag(name), 'alert')) : outcome(approval),
  time: approval.decided_at ?? approval.requested_at,
});

// A list says what waits; the decision is made on the opened mail, or on several that were shown together.
export async function approvals(view) {
  view.live = true;
  const [waiting, decided] = await Promise.all([pages(view, '/v0/approvals?status=pending&ascending=true', 'approvals'),
    view.opened() ? { approvals: [] } : view.get('/v0/approvals?limit=20')]);
  const open = waiting.items.filter((one) => !pending.has(one.approval_id));
  const several = open.length > 1 && await import('./together.js');
  const done = decided.approvals.filter((one) => one.status !== 'pending').slice(0, 10);
  return h('div', { 'data-parts': '' },
    page('Approvals', 'Messages that need your decision before they are sent, oldest first.'),
    several ? [chooser(view, open, (one) => one.approval_id, row(view), several.picker(view)), several.chosenBar(view)]
      : open.length ? chooser(view, open, (one) => one.approval_id, row(view))
      : empty('approvals', 'Nothing to approve.', 'Your policy decides which messages need approval.',
        anchor(view.owner ? 'Choose what needs approval' : 'See what needs approval', view.address('policy'))),
    waiting.more,
    done.length > 0 && section('Recent decisions', h('ul', { class: 'list done' }, done.map((one) => h('li', {}, row(view)(one))))));
}

// The next one that waits, or the list when none does.
function goOn(view, id) {
  const { before, after } = beside(id);
  const next = [after, before].find((one) => one && !pending.has(one));
  cameUp = next;
  view.go(next ? 'approvals/' + next : 'approvals');
}

const VERBS = {
  approve: ['Approving', 'Approved.'],
  reject: ['Rejecting', 'Rejected. The message is not sent, and the agent is notified.'],
  return: ['Sending back', 'Sent back. The agent reads your note.'],
};

// Some seconds to think again: the decision is sent when they are over. Meanwhile the next one is shown.
export function decide(view, approval, verb, note) {
  const id = approval.approval_id;
  if (pending.has(id)) return;
  const timer = setTimeout(async () => {
    try {
      await post('/v0/approvals/' + seg(id) + '/' + verb, note ? { note } : {});
      toast(VERBS[verb][1]);
    } catch (problem) {
      complain(problem);
    } finally {
      pending.delete(id);
    }
  }, UNDO_SECONDS * 1000);
  pending.add(id);
  toast(VERBS[verb][0] + ' the message to ' + (approval.mail?.recipients[0] ?? 'nobody') + '…', { label: 'Undo', run: () => {
    clearTimeout(timer);
    pending.delete(id);
    view.go('approvals/' + id);
  } }, UNDO_SECONDS);
  goOn(view, id);
}

// Keys decide nothing that came up by itself and has been shown for only a moment.
const SETTLE_MILLIS = 1000;
export const settled = (id, shownAt) => id !== cameUp || Date.now() - shownAt > SETTLE_MILLIS;
export const isDeciding = (id) => pending.has(id);
