// The outcome of everything that was to be sent.
import { post, query, seg } from './api.js';
import { anchor, button, cell, details, empty, facts, page, section, select, table, tag, tags } from './components.js';
import { capital, counted, foreign, h, plain, when } from './dom.js';
import { flag } from './approvals.js';
import { chooser, mailRow, pages } from './lists.js';

const STATUSES = ['sending', 'sent', 'scheduled', 'pending_approval', 'cancelled', 'rejected', 'blocked', 'failed'];
const KINDS = { sent: 'good', failed: 'bad', blocked: 'bad', rejected: 'bad', pending_approval: 'alert' };
const RECIPIENTS = { delivered: 'good', sent: 'good', bounced: 'bad', rejected: 'bad', complained: 'bad' };

export const sendState = (status) => tag(plain(status), KINDS[status] ?? '');

// A send that reached only some of its recipients, or none, is not simply sent.
export function outcomeOf(record) {
  const failed = record.recipients.filter((one) => ['bounced', 'rejected', 'complained'].includes(one.status));
  if (record.status !== 'sent' || !failed.length) return sendState(record.status);
  const all = failed.length === record.recipients.length;
  const what = failed.every((one) => one.status === failed[0].status) ? failed[0].status : 'not delivered';
  return tag(record.recipients.length > 1 ? failed.length + ' of ' + record.recipients.length + ' ' + what : what, all ? 'bad' : 'alert');
}

// What was deleted meanwhile is left out; every other problem is shown.
const gone = (problem) => {
  if (problem.code !== 'not_found') throw problem;
  return null;
};

const to = (record) => record.recipients.map((one) => one.address).join(', ');

export async function sends(view) {
  const status = new URLSearchParams(location.search).get('status') || '';
  view.live = true;
  const all = await pages(view, '/v0/sends' + query({ status }), 'sends');
  const filter = select('Status', [['', 'All'], ...STATUSES.map((name) => [name, capital(plain(name))])], status,
    { onchange: (event) => view.go('sends' + query({ status: event.target.value })) });
  return h('div', { 'data-parts': '' }, page('Sends', 'Every request to send mail, newest first.', filter),
    all.items.length ? chooser(view, all.items, (record) => record.send_id, (record) => mailRow({
      href: view.address('sends/' + record.send_id), who: h('span', {}, 'To ', foreign(to(record))),
      subject: record.subject,
      preview: [capital(plain(record.kind)) + ' from ' + record.inbox_id, ...[...record.reasons, ...record.flags].map(flag)].join(', '),
      marks: [record.deferred_reason && tag('waiting: ' + plain(record.deferred_reason), 'alert'), outcomeOf(record)], time: record.created_at, brief: true }))
      : status ? empty('sends', 'No sends with this status.') : empty('sends', 'No sends yet.', 'Mail that you or an agent send appears here with its status.'), all.more);
}

// What happened to a send, in the order of time.
function timeline(record, approval) {
  const checks = record.reasons.length ? 'Blocked by the checks: ' + record.reasons.map(plain).join(', ')
    : 'The checks passed' + (record.flags.length ? '; flagged: ' + record.flags.map(plain).join(', ') : '');
  const steps = [[record.created_at, 'Requested. ' + checks + '.']];
  if (approval) {
    steps.push([approval.requested_at, 'Approval was requested.']);
    if (approval.decided_at) steps.push([approval.decided_at, 'Decided' + (approval.decided_by_email ? ' by ' + approval.decided_by_email : '') + ': ' + (approval.edited ? 'approved with changes' : approval.returned ? 'sent back' : approval.status) + (approval.note ? ' (' + approval.note + ')' : '') + '.']);
  }
  if (record.deferred_reason) steps.push([record.updated_at, 'Waiting: ' + plain(record.deferred_reason) + ', after ' + counted(record.attempts, 'attempt') + '.']);
  if (record.sent_at) steps.push([record.sent_at, 'Handed over on attempt ' + record.attempts + '.']);
  for (const one of record.recipients) {
    if (['delivered', 'bounced', 'rejected', 'complained', 'failed'].includes(one.status)) {
      steps.push([one.updated_at, one.address + ': ' + one.status + (one.detail ? ', ' + one.detail : '')]);
    }
  }
  if (['failed', 'cancelled', 'rejected'].includes(record.status)) steps.push([record.updated_at, 'Ended: ' + record.status + '.']);
  steps.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return h('ol', { class: 'timeline' }, steps.map(([time, what]) => h('li', {}, h('span', { class: 'soft small' }, when(time)), h('span', { text: what }))));
}

export async function send(view) {
  view.live = true;
  const record = await view.get('/v0/sends/' + seg(view.id));
  const approval = record.approval_id && await view.get('/v0/approvals/' + seg(record.approval_id)).catch(gone);
  const waits = ['scheduled', 'pending_approval'].includes(record.status);
  return h('div', {},
    page(record.subject || 'Send to ' + to(record), h('span', {}, 'To ', foreign(to(record)), ', from ' + record.inbox_id),
      record.thread_id && anchor('Open the thread', view.address('threads/' + record.thread_id), { sign: 'threads' }),
      approval && anchor('Open the approval', view.address('approvals/' + record.approval_id), { sign: 'approvals' }),
      waits && view.mends && button('Cancel send', async () => {
        await post('/v0/sends/' + seg(record.send_id) + '/cancel', {});
        await view.refresh();
      }, { kind: 'danger' })),
    facts([['Status', outcomeOf(record)], ['Kind', plain(record.kind)], ['Waits for', record.deferred_reason && plain(record.deferred_reason)],
      ['Blocked by', record.reasons.length > 0 && h('span', {}, tags(record.reasons, true))], ['Flags', record.flags.length > 0 && h('span', {}, record.flags.map((one) => tag(flag(one))))],
      ['Accepted', when(record.created_at)], ['To be sent', record.send_at && when(record.send_at)],
      ['Handed over', record.sent_at && when(record.sent_at)]]),
    section('What happened', timeline(record, approval)),
    section('Recipients', table(['Address', 'Role', 'Status', 'Detail'], record.recipients.map((one) => h('tr', {},
      cell(foreign(one.address)), cell(one.role), cell(tag(one.status + (one.bounce_type ? ', ' + one.bounce_type : ''), RECIPIENTS[one.status] ?? '')),
      cell(one.detail || ''))))),
    details('Details', 'details', facts([['Send', h('code', { text: record.send_id })], ['Attempts', record.attempts],
      ['Thread', record.thread_id && h('code', { text: record.thread_id })], ['Message', record.message_id && h('code', { text: record.message_id })]])));
}
