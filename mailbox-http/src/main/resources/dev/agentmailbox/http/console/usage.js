// How much was used, and how well mail arrives.
import { query, seg } from './api.js';
import { cell, empty, figure, page, section, select, table } from './components.js';
import { bytes, h, number, percent } from './dom.js';
import { chart } from './chart.js';

const day = (before) => new Date(Date.now() - before * 86400000).toISOString().slice(0, 10);
const PERIODS = [['7', '7 days'], ['30', '30 days'], ['92', '92 days']];

const byDay = (days) => table(['Day', 'Received', 'Sent', 'Recipients', 'Bounced', 'Complained', 'Stored', 'API calls'],
  days.map((one) => h('tr', {}, cell(one.date),
    [one.received, one.sent_messages, one.sent_recipients, one.bounced, one.complained].map((value) => cell(number(value))),
    cell(bytes(one.storage_bytes)), cell(number(one.api_calls)))), { class: 'numbers' });

export async function usage(view) {
  const asked = new URLSearchParams(location.search);
  const days = Number(asked.get('days')) || 30;
  const inbox = asked.get('inbox') || '';
  const range = query({ from: day(days - 1), to: day(0) });
  const base = inbox ? '/v0/inboxes/' + seg(inbox) : '/v0';
  const [now, events, rates, inboxes] = await Promise.all([view.get('/v0/usage' + range),
    view.get(base + '/metrics/events' + range), view.get(base + '/metrics/rates' + range), view.get('/v0/inboxes?limit=200')]);
  const choose = (name, label, values, chosen) => select(label, values, chosen, { onchange: (event) =>
    view.go('usage' + query({ days: String(days), inbox, [name]: event.target.value })) });
  const counts = Object.entries(events).map(([type, points]) => [type, points.reduce((sum, point) => sum + point.count, 0)])
    .sort((a, b) => b[1] - a[1]);
  const worst = (points) => points.reduce((most, point) => Math.max(most, point.value), 0);
  const sent = rates.send_rate.reduce((sum, point) => sum + point.value, 0);
  const { quotas, breaker } = now;
  return h('div', {},
    page('Usage', 'What this organization uses. Days are in UTC.', choose('days', 'Period', PERIODS, String(days))),
    h('div', { class: 'cards' },
      figure('Recipients today', number(quotas.daily_recipients_used), 'of ' + number(quotas.daily_recipients)),
      figure('API calls today', number(now.days.at(-1)?.api_calls || 0), 'of ' + number(quotas.api_calls_daily)),
      figure('Bounces', percent(breaker.bounce_rate_7d), breaker.state === 'ok' ? 'in 7 days; sending is on' : 'sending is paused: ' + breaker.reason),
      figure('Complaints', percent(breaker.complaint_rate_7d), 'in 7 days'),
      figure('Stored', bytes(now.days.at(-1)?.storage_bytes ?? 0), 'mail and attachments'),
      figure('Inboxes', number(inboxes.count) + (inboxes.next_page_token ? '+' : ''), 'of ' + number(quotas.inbox_limit))),
    chart('Messages received and sent', 'messages per day', now.days,
      [['Received', 'one', (one) => one.received], ['Sent', 'two', (one) => one.sent_messages]]),
    chart('API calls', 'calls per day', now.days, [['Calls', 'one', (one) => one.api_calls]]),
    section('By day', byDay(now.days.slice().reverse())),
    section('Events and rates', h('div', { class: 'row' }, choose('inbox', 'Inbox', [['', 'The whole organization'], ...inboxes.inboxes.map((one) => [one.inbox_id, one.inbox_id])], inbox)),
      h('div', { class: 'cards' }, figure('Recipients sent to', number(sent)),
        figure('Highest daily bounce rate', percent(worst(rates.bounce_rate))), figure('Highest daily complaint rate', percent(worst(rates.complaint_rate)))),
      counts.length ? table(['Event', 'Count'], counts.map(([type, count]) => h('tr', {}, cell(type), cell(number(count)))), { class: 'numbers' })
        : empty('usage', 'No events in this period.')));
}
