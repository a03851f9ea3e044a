// What waits for a human, and what became of what was sent.
import { get, post, query, seg } from './api.js';
import { complain, confirmed, dialog, empty, facts, field, h, page, press, tags, toast, when } from './dom.js';
import { frame } from './stranger.js';

const UNDO_SECONDS = 5;

function usagePlot(days) {
  const most = Math.max(1, ...days.map((day) => Math.max(day.received, day.sent_messages)));
  const width = 700 / Math.max(1, days.length);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 700 110');
  svg.setAttribute('class', 'plot');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Received and sent messages of ' + days.length + ' days: '
    + days.map((day) => day.date + ' ' + day.received + ' in, ' + day.sent_messages + ' out').join('; '));
  days.forEach((day, i) => {
    [['in', day.received, 0.15], ['out', day.sent_messages, 0.5]].forEach(([name, value, left]) => {
      const bar = document.createElementNS(svg.namespaceURI, 'rect');
      const height = value / most * 85;
      for (const [key, at] of Object.entries({ x: (i + left) * width, y: 90 - height, width: width * 0.33, height, class: name })) {
        bar.setAttribute(key, at);
      }
      svg.append(bar);
    });
    const label = document.createElementNS(svg.namespaceURI, 'text');
    label.setAttribute('x', (i + 0.15) * width);
    label.setAttribute('y', 105);
    label.textContent = day.date.slice(5);
    svg.append(label);
  });
  return svg;
}

export async function overview(view) {
  view.live = true;
  const [usage, organization, waiting, inboxes] = await Promise.all([
    get('/v0/usage'), get('/v0/organizations'), get('/v0/approvals?status=pending'), get('/v0/inboxes?limit=1')]);
  const tripped = usage.breaker.state === 'tripped';
  const totals = usage.days.reduce((sum, day) => ({
    received: sum.received + day.received, sent: sum.sent + day.sent_messages }), { received: 0, sent: 0 });
  return h('div', {},
    page(organization.name, 'What waits for you, and how mail is going.'),
    tripped && h('div', { class: 'card' },
      h('p', { class: 'bad', text: 'Sending is paused: ' + (usage.breaker.reason || 'unknown reason') + '.' }),
      h('p', { text: 'Receiving and reading still work. Look at the sends that bounced before you resume.' }),
      h('button', { type: 'button', class: 'first', text: 'Resume sending', onclick: press(async () => {
        await post('/v0/organizations/resume', {});
        toast('Sending is on again.');
        view.refresh();
      }) })),
    h('div', { class: 'cards' },
      h('a', { class: 'card button', href: view.address('approvals') },
        h('span', { class: 'number', text: waiting.count }), 'waiting for your decision'),
      h('div', { class: 'card' }, h('span', { class: 'number', text: totals.received }), 'received in 7 days'),
      h('div', { class: 'card' }, h('span', { class: 'number', text: totals.sent }), 'sent in 7 days'),
      h('div', { class: 'card' }, h('span', { class: 'number', text: usage.quotas.daily_recipients_used + ' / ' + usage.quotas.daily_recipients }),
        'recipients today'),
      h('div', { class: 'card' }, h('span', { class: 'number', text: (usage.breaker.bounce_rate_7d * 100).toFixed(1) + ' %' }),
        'bounced in 7 days')),
    h('h2', { text: 'Traffic' }),
    h('p', { class: 'soft small', text: 'Received beside sent, a day each.' }),
    usagePlot(usage.days),
    !inboxes.count && empty('There is no inbox yet.',
      h('a', { class: 'button', href: view.address('inboxes'), text: 'Make the first one' })),
    !tripped && h('p', {}, h('button', { type: 'button', class: 'danger', text: 'Pause all sending', onclick: press(async () => {
      if (!await confirmed('Pause all sending?', 'Nothing of this organization is sent until a human resumes. Mail still comes in.', 'Pause sending')) return;
      await post('/v0/organizations/suspend', {});
      view.refresh();
    }) })));
}

// A list with j and k, and more pages at the end.
function chooser(view, items, card) {
  let chosen = -1;
  const list = h('ul', { class: 'list' }, items.map((item) => h('li', {}, card(item))));
  const choose = (index) => {
    if (!items.length) return;
    chosen = Math.max(0, Math.min(items.length - 1, index));
    [...list.children].forEach((li, i) => li.classList.toggle('chosen', i === chosen));
    list.children[chosen].scrollIntoView({ block: 'nearest' });
  };
  view.keys.j = () => choose(chosen + 1);
  view.keys.k = () => choose(chosen - 1);
  view.keys.Enter = () => list.children[chosen]?.querySelector('a')?.click();
  return { list, current: () => items[chosen] };
}

export async function approvals(view) {
  view.live = true;
  const answer = await get('/v0/approvals?status=pending&limit=100&ascending=true');
  const { list, current } = chooser(view, answer.approvals, (approval) => h('div', {},
    h('div', { class: 'head' },
      h('strong', {}, h('a', { href: view.address('approvals/' + approval.approval_id), text: approval.inbox_id })),
      h('span', { class: 'soft small' }, 'asked ', when(approval.requested_at))),
    h('div', {}, tags(approval.flags, true)),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Approve', onclick: () => decide(view, approval, 'approve') }),
      h('button', { type: 'button', text: 'Reject', onclick: () => decide(view, approval, 'reject') }))));
  view.keys.a = () => current() && decide(view, current(), 'approve');
  view.keys.r = () => current() && decide(view, current(), 'reject');
  return h('div', {},
    page('Approvals', 'Mail that an agent wants to send and that your policy asks you about. Open one to read it; a approves, r rejects.'),
    answer.approvals.length ? list
      : empty('Nothing waits for you.', h('a', { class: 'button', href: view.address('policy'), text: 'Choose what asks for approval' })));
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

export async function approval(view) {
  const path = '/v0/approvals/' + seg(view.id);
  const asked = await get(path);
  const pending = asked.status === 'pending';
  const [message, record] = await Promise.all([
    get(path + '/message').catch(() => null), get('/v0/sends/' + seg(asked.send_id))]);
  const note = h('input', { placeholder: 'Note for the record (optional)', 'aria-label': 'Note' });
  view.keys.a = () => pending && decide(view, asked, 'approve', note.value);
  view.keys.r = () => pending && decide(view, asked, 'reject', note.value);
  return h('div', {},
    page(pending ? 'May this be sent?' : 'Decided: ' + asked.status, 'From ' + asked.inbox_id),
    h('div', {}, tags(asked.flags, true)),
    message ? h('div', {},
      facts([['From', message.from], ['To', message.to], ['Cc', message.cc], ['Bcc', message.bcc],
        ['Subject', message.subject], ['Files', message.attachments.map((file) => file.filename + ', ' + file.size + ' bytes')]]),
      h('pre', { class: 'mail', text: message.text || '(no text)' }),
      message.html && frame(message.html))
      : h('p', { class: 'soft', text: 'The content is not kept any more.' }),
    pending && h('div', {}, h('p', {}, note), h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Approve', onclick: () => decide(view, asked, 'approve', note.value) }),
      h('button', { type: 'button', text: 'Reject', onclick: () => decide(view, asked, 'reject', note.value) }))),
    h('h2', { text: 'About' }),
    facts([['Send', h('a', { href: view.address('sends/' + asked.send_id), text: asked.send_id })],
      ['Kind', record.kind], ['Recipients', record.recipients.map((r) => r.address)],
      ['Thread', asked.thread_id && h('a', { href: view.address('threads/' + asked.thread_id), text: asked.thread_id })],
      ['Asked', when(asked.requested_at)], ['Rejected by itself', pending ? when(asked.expires_at) : undefined],
      ['Decided', asked.decided_at && when(asked.decided_at)], ['Note', asked.note],
      ['Content hash', h('code', { text: asked.content_hash })]]));
}

const STATUSES = ['sending', 'sent', 'scheduled', 'pending_approval', 'cancelled', 'rejected', 'blocked', 'failed'];

export async function sends(view) {
  const status = new URLSearchParams(location.search).get('status') || '';
  const answer = await get('/v0/sends' + query({ limit: 100, status }));
  const filter = h('select', { 'aria-label': 'Status', onchange: (event) => view.go('sends' + query({ status: event.target.value })) },
    h('option', { value: '', text: 'All' }),
    STATUSES.map((name) => h('option', { value: name, text: name.replaceAll('_', ' '), selected: name === status })));
  const { list } = chooser(view, answer.sends, (record) => h('div', {},
    h('div', { class: 'head' },
      h('strong', {}, h('a', { href: view.address('sends/' + record.send_id), text: record.recipients.map((r) => r.address).join(', ') })),
      h('span', { class: 'soft small' }, when(record.created_at))),
    h('div', { class: 'small soft', text: 'from ' + record.inbox_id }),
    tags([record.status], ['failed', 'blocked'].includes(record.status)),
    record.deferred_reason && tags(['waits: ' + record.deferred_reason], true)));
  return h('div', {}, page('Sends', 'Everything an agent asked to send, newest first.', filter),
    answer.sends.length ? list : empty('Nothing was sent yet.'));
}

export async function send(view) {
  const record = await get('/v0/sends/' + seg(view.id));
  const waits = ['scheduled', 'pending_approval'].includes(record.status);
  return h('div', {},
    page('Send to ' + record.recipients.map((r) => r.address).join(', '), 'From ' + record.inbox_id,
      waits && h('button', { type: 'button', class: 'danger', text: 'Cancel it', onclick: press(async () => {
        await post('/v0/sends/' + seg(record.send_id) + '/cancel', {});
        view.refresh();
      }) })),
    facts([['Status', h('span', {}, tags([record.status]))], ['Kind', record.kind], ['Waits for', record.deferred_reason],
      ['Blocked by', record.reasons], ['Flags', record.flags], ['Attempts', record.attempts],
      ['Approval', record.approval_id && h('a', { href: view.address('approvals/' + record.approval_id), text: record.approval_id })],
      ['Thread', record.thread_id && h('a', { href: view.address('threads/' + record.thread_id), text: record.thread_id })],
      ['Accepted', when(record.created_at)], ['To be sent', record.send_at && when(record.send_at)],
      ['Handed over', record.sent_at && when(record.sent_at)]]),
    h('h2', { text: 'Recipients' }),
    h('table', {}, h('thead', {}, h('tr', {}, ['Address', 'Role', 'Status', 'Detail'].map((name) => h('th', { text: name })))),
      h('tbody', {}, record.recipients.map((one) => h('tr', {},
        h('td', { text: one.address }), h('td', { text: one.role }),
        h('td', { class: ['bounced', 'rejected', 'complained'].includes(one.status) ? 'bad' : '', text: one.status + (one.bounce_type ? ', ' + one.bounce_type : '') }),
        h('td', { text: one.detail || '' }))))));
}

export { chooser, dialog, field };
