// What waits for a human, and how it is decided.
import { post, seg } from './api.js';
import { anchor, complain, empty, page, section, tag, toast } from './components.js';
import { foreign, h, plain } from './dom.js';
import { beside, chooser, mailRow, pages } from './lists.js';

// The server holds a decision so long, whatever becomes of this page.
const UNDO_SECONDS = 10;

// What was decided here, which does not come up again.
const decided = new Set();
// What was shown after a decision, without a person having opened it.
let cameUp = '';

export const FLAGS = {
  first_contact: 'New contact', recipient_from_mail: 'Address from a mail', link_from_mail: 'Link from a mail', has_links: 'Links', has_attachments: 'Attachments', many_recipients: 'Many recipients',
  html_unfaithful: 'Cannot be shown exactly',
};
export const flag = (name) => FLAGS[name] ?? plain(name);

const OUTCOMES = { approved: 'good', rejected: 'bad', expired: 'alert', cancelled: '' };
const verdict = ({ status, edited, returned }) => edited ? 'approved with changes' : returned ? 'sent back' : status;
export const outcome = (approval) => {
  const known = approval.planned ?? approval;
  return tag(verdict(known), known.returned ? 'alert' : OUTCOMES[known.status] ?? '');
};

// Whether a human has still to decide.
export const waits = (approval) => approval.status === 'pending' && !approval.planned;

const row = (view) => (approval) => mailRow({
  href: view.address('approvals/' + approval.approval_id),
  who: h('span', {}, 'To ', foreign(approval.mail?.recipients.join(', ') || 'nobody')),
  subject: approval.mail?.subject, below: 'From ' + approval.inbox_id + (approval.decided_by_email ? ', by ' + approval.decided_by_email : ''), apart: true,
  marks: waits(approval) ? approval.flags.map((name) => tag(flag(name), 'alert')) : outcome(approval),
  time: approval.decided_at ?? approval.requested_at,
});

// A list says what waits; the decision is made on the opened mail, or on several that were shown together.
export async function approvals(view) {
  view.live = true;
  const [waiting, recent] = await Promise.all([pages(view, '/v0/approvals?status=pending&ascending=true', 'approvals'),
    view.opened() ? { approvals: [] } : view.get('/v0/approvals?limit=50')]);
  const open = waiting.items.filter(waits);
  const several = open.length > 1 && await import('./together.js');
  const rule = view.owner && !view.opened() && await (await import('./rules.js')).offer(view, recent.approvals);
  const done = recent.approvals.filter((one) => !waits(one)).slice(0, 10);
  return h('div', { 'data-parts': '' },
    page('Approvals', 'Messages that need your decision before they are sent, oldest first.'),
    several ? [chooser(view, open, (one) => one.approval_id, row(view), several.picker(view)), several.chosenBar(view)]
      : open.length ? chooser(view, open, (one) => one.approval_id, row(view))
      : empty('approvals', 'Nothing to approve.', 'Your policy decides which messages need approval.',
        anchor(view.owner ? 'Choose what needs approval' : 'See what needs approval', view.address('policy'))),
    waiting.more, rule,
    done.length > 0 && section('Recent decisions', h('ul', { class: 'list done' }, done.map((one) => h('li', {}, row(view)(one))))));
}

// The next one that waits, or the list when none does.
function goOn(view, id) {
  const { before, after } = beside(id);
  const next = [after, before].find((one) => one && !decided.has(one));
  cameUp = next;
  view.go(next ? 'approvals/' + next : 'approvals');
}

const VERBS = { approve: 'Approved', reject: 'Rejected', return: 'Sent back' };

export async function undo(view, ids) {
  for (const id of ids) {
    await post('/v0/approvals/' + seg(id) + '/undo', {});
    decided.delete(id);
  }
  if (ids.length === 1) view.go('approvals/' + ids[0]);
  await view.refresh();
}

// Some seconds to think again, in which the server holds the decisions. Meanwhile the next one is shown.
export const plan = (id, verb, note) => post('/v0/approvals/' + seg(id) + '/' + verb, { undo_seconds: UNDO_SECONDS, ...(note && { note }) });

export const undoable = (view, ids, text) => toast(text, { label: 'Undo', run: () => undo(view, ids).catch(complain) }, UNDO_SECONDS);

export async function decide(view, approval, verb, note) {
  const id = approval.approval_id;
  if (decided.has(id)) return;
  decided.add(id);
  try {
    await plan(id, verb, note);
  } catch (problem) {
    decided.delete(id);
    throw problem;
  }
  undoable(view, [id], VERBS[verb] + ': the message to ' + (approval.mail?.recipients[0] ?? 'nobody') + '.');
  goOn(view, id);
}

// Keys decide nothing that came up by itself and has been shown for only a moment.
const SETTLE_MILLIS = 1000;
export const settled = (id, shownAt) => id !== cameUp || Date.now() - shownAt > SETTLE_MILLIS;
