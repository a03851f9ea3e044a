// What waits for a human, and the outcome of what was sent.
import { post, query, seg } from './api.js';
import { complain, empty, facts, foreign, h, page, press, tags, toast, when } from './dom.js';
import { cell, chooser, pages, table } from './lists.js';
import { files, shown } from './stranger.js';

const UNDO_SECONDS = 5;

// A list says what waits; the decision is made on the opened mail only.
export async function approvals(view) {
  view.live = true;
  const waiting = await pages(view, '/v0/approvals?status=pending&ascending=true', 'approvals');
  const { list } = chooser(view, waiting.items, (approval) => approval.approval_id, (approval) => h('div', {},
    h('div', { class: 'head' },
      h('strong', { class: 'clip' }, h('a', { href: view.address('approvals/' + approval.approval_id), text: approval.mail?.subject || '(no subject)' })),
      h('span', { class: 'soft small' }, 'asked ', when(approval.requested_at))),
    h('div', { class: 'clip' }, 'To ', foreign(approval.mail?.recipients.join(', ') || 'nobody')),
    h('div', { class: 'small soft clip', text: 'From ' + approval.inbox_id }),
    h('div', {}, tags(approval.flags, true))));
  return h('div', {},
    page('Approvals', 'Mail that an agent wants to send and that your policy asks you about. Open one to read and decide.'),
    waiting.items.length ? list
      : empty('Nothing waits for you.', h('a', { class: 'button', href: view.address('policy'), text: 'Choose what asks for approval' })), waiting.more);
}

// Some seconds to think again: the decision is sent when they are over.
function decide(view, approval, verb, note) {
  const words = verb === 'approve' ? 'Approving' : 'Rejecting';
  let undone = false;
  toast(words + ' the mail from ' + approval.inbox_id + '…', { label: 'Undo', run: () => { undone = true; } }, UNDO_SECONDS);
  setTimeout(async () => {
    if (undone) return;
    try {
      const body = note ? { note } : {};
      await post('/v0/approvals/' + seg(approval.approval_id) + '/' + verb, body);
      toast(verb === 'approve' ? 'Approved.' : 'Rejected.');
      view.refresh();
    } catch (problem) {
      complain(problem);
    }
  }, UNDO_SECONDS * 1000);
}

// What was deleted meanwhile is left out; every other problem is shown.
const gone = (problem) => {
  if (problem.code !== 'not_found') throw problem;
  return null;
};

const bare = (address) => (/<([^<>]*)>\s*$/.exec(address)?.[1] || address).trim().toLowerCase();
const topic = (subject) => (subject || '').replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+/i, '').trim();
const LAST_MESSAGES = 3;

// What the mail changes against the conversation it goes into, and how that ended so far.
function conversation(thread, record, message) {
  const met = new Set(thread.messages.flatMap((one) => [one.from, ...one.to, ...one.cc]).map(bare));
  const strangers = record.recipients.map((one) => one.address).filter((address) => !met.has(bare(address)));
  const moved = message && thread.subject && topic(message.subject) !== topic(thread.subject);
  return h('div', {},
    h('div', {}, tags([...strangers.map((address) => 'new in this conversation: ' + address), ...(moved ? ['another subject than before'] : [])], true)),
    h('details', {}, h('summary', { text: 'The conversation so far, ' + thread.message_count + (thread.message_count === 1 ? ' message' : ' messages') }),
      thread.messages.slice(-LAST_MESSAGES).map((one) => h('article', {},
        h('p', { class: 'soft small' }, foreign(one.from), ', ', when(one.timestamp)),
        h('pre', { class: 'mail', text: one.extracted_text || one.text || '(no text)' })))));
}

export async function approval(view) {
  const path = '/v0/approvals/' + seg(view.id);
  const asked = await view.get(path);
  const pending = asked.status === 'pending';
  const [message, record, thread] = await Promise.all([
    view.get(path + '/message').catch(gone), view.get('/v0/sends/' + seg(asked.send_id)),
    asked.thread_id && view.get('/v0/threads/' + seg(asked.thread_id) + '?limit=20').catch(gone)]);
  const note = h('input', { placeholder: 'Note for the record (optional)', 'aria-label': 'Note' });
  view.keys.a = () => pending && decide(view, asked, 'approve', note.value);
  view.keys.r = () => pending && decide(view, asked, 'reject', note.value);
  return h('div', {},
    page(pending ? 'Approve this message?' : 'Decided: ' + asked.status, 'From ' + asked.inbox_id),
    h('div', {}, tags(asked.flags, true)),
    message ? h('div', {},
      facts([['From', message.from], ['To', message.to], ['Cc', message.cc], ['Bcc', message.bcc],
        ['Subject', message.subject],
        ['Files', files(message.attachments, (file) => path + '/attachments/' + seg(file.attachment_id))]]),
      shown(message.rendered, message.text))
      : h('p', { class: 'soft', text: 'The content is not kept any more.' }),
    thread && pending && conversation(thread, record, message),
    pending && h('div', {}, h('p', {}, note), h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Approve', onclick: () => decide(view, asked, 'approve', note.value) }),
      h('button', { type: 'button', text: 'Reject', onclick: () => decide(view, asked, 'reject', note.value) }))),
    h('h2', { text: 'About' }),
    facts([['Send', h('a', { href: view.address('sends/' + asked.send_id), text: asked.send_id })],
      ['Kind', record.kind], ['Recipients', record.recipients.map((r) => r.address)],
      ['Thread', asked.thread_id && h('a', { href: view.address('threads/' + asked.thread_id), text: asked.thread_id })],
      ['Asked', when(asked.requested_at)], ['Expires', pending ? when(asked.expires_at) : undefined],
      ['Decided', asked.decided_at && when(asked.decided_at)], ['Note', asked.note],
      ['Content hash', h('code', { text: asked.content_hash })]]));
}

const STATUSES = ['sending', 'sent', 'scheduled', 'pending_approval', 'cancelled', 'rejected', 'blocked', 'failed'];

export async function sends(view) {
  const status = new URLSearchParams(location.search).get('status') || '';
  view.live = true;
  const all = await pages(view, '/v0/sends' + query({ status }), 'sends');
  const filter = h('select', { 'aria-label': 'Status', onchange: (event) => view.go('sends' + query({ status: event.target.value })) },
    h('option', { value: '', text: 'All' }),
    STATUSES.map((name) => h('option', { value: name, text: name.replaceAll('_', ' '), selected: name === status })));
  const { list } = chooser(view, all.items, (record) => record.send_id, (record) => h('div', {},
    h('div', { class: 'head' },
      h('strong', {}, h('a', { href: view.address('sends/' + record.send_id), text: record.recipients.map((r) => r.address).join(', ') })),
      h('span', { class: 'soft small' }, when(record.created_at))),
    h('div', { class: 'small soft', text: 'from ' + record.inbox_id }),
    tags([record.status], ['failed', 'blocked'].includes(record.status)),
    record.deferred_reason && tags(['waits: ' + record.deferred_reason], true)));
  return h('div', {}, page('Sends', 'Everything an agent asked to send, newest first.', filter),
    all.items.length ? list : empty('Nothing was sent yet.'), all.more);
}

// What happened to a send, in the order of time.
function timeline(record, approval) {
  const checks = record.reasons.length ? 'Blocked by the checks: ' + record.reasons.map(words).join(', ')
    : 'The checks passed' + (record.flags.length ? '; flagged: ' + record.flags.map(words).join(', ') : '');
  const steps = [[record.created_at, 'Asked for. ' + checks + '.']];
  if (approval) {
    steps.push([approval.requested_at, 'A human was asked.']);
    if (approval.decided_at) steps.push([approval.decided_at, 'Decided: ' + approval.status + (approval.note ? ' (' + approval.note + ')' : '') + '.']);
  }
  if (record.deferred_reason) steps.push([record.updated_at, 'Waits: ' + words(record.deferred_reason) + ', after ' + record.attempts + ' attempts.']);
  if (record.sent_at) steps.push([record.sent_at, 'Handed over, attempt ' + record.attempts + '.']);
  for (const one of record.recipients) {
    if (['delivered', 'bounced', 'rejected', 'complained', 'failed'].includes(one.status)) {
      steps.push([one.updated_at, one.address + ': ' + one.status + (one.detail ? ', ' + one.detail : '')]);
    }
  }
  if (['failed', 'cancelled', 'rejected'].includes(record.status)) steps.push([record.updated_at, 'Ended: ' + record.status + '.']);
  steps.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return h('ol', { class: 'timeline' }, steps.map(([time, what]) => h('li', {}, h('span', { class: 'soft small' }, when(time)), ' ', what)));
}

const words = (name) => name.replaceAll('_', ' ');

export async function send(view) {
  view.live = true;
  const record = await view.get('/v0/sends/' + seg(view.id));
  const approval = record.approval_id && await view.get('/v0/approvals/' + seg(record.approval_id)).catch(gone);
  const waits = ['scheduled', 'pending_approval'].includes(record.status);
  return h('div', {},
    page('Send to ' + record.recipients.map((r) => r.address).join(', '), 'From ' + record.inbox_id,
      waits && h('button', { type: 'button', class: 'danger', text: 'Cancel send', onclick: press(async () => {
        await post('/v0/sends/' + seg(record.send_id) + '/cancel', {});
        view.refresh();
      }) })),
    facts([['Status', h('span', {}, tags([record.status]))], ['Kind', record.kind], ['Waits for', record.deferred_reason],
      ['Blocked by', record.reasons], ['Flags', record.flags], ['Attempts', record.attempts],
      ['Approval', record.approval_id && h('a', { href: view.address('approvals/' + record.approval_id), text: record.approval_id })],
      ['Thread', record.thread_id && h('a', { href: view.address('threads/' + record.thread_id), text: record.thread_id })],
      ['Accepted', when(record.created_at)], ['To be sent', record.send_at && when(record.send_at)],
      ['Handed over', record.sent_at && when(record.sent_at)]]),
    h('h2', { text: 'What happened' }), timeline(record, approval),
    h('h2', { text: 'Recipients' }),
    table(['Address', 'Role', 'Status', 'Detail'], record.recipients.map((one) => h('tr', {},
      cell(one.address), cell(one.role),
      h('td', { class: ['bounced', 'rejected', 'complained'].includes(one.status) ? 'bad' : '', text: one.status + (one.bounce_type ? ', ' + one.bounce_type : '') }),
      cell(one.detail || '')))));
}
