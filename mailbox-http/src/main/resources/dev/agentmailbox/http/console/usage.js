// How much was used, and how well mail arrives.
import { query } from './api.js';
import { empty, field, h, page } from './dom.js';
import { cell, table } from './lists.js';

const number = (value) => new Intl.NumberFormat('en').format(value);
const percent = (value) => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(value);
const bytes = (value) => Math.abs(value) < 1024 * 1024 ? number(Math.round(value / 1024)) + ' KB' : number(Math.round(value / 1024 / 1024)) + ' MB';
const day = (before) => new Date(Date.now() - before * 86400000).toISOString().slice(0, 10);

function card(name, value, note) {
  return h('div', { class: 'card' }, h('span', { class: 'soft small', text: name }),
    h('span', { class: 'number', text: value }), note && h('span', { class: 'soft small', text: note }));
}

export async function usage(view) {
  const asked = new URLSearchParams(location.search);
  const days = Number(asked.get('days')) || 7;
  const inbox = asked.get('inbox') || '';
  const range = query({ from: day(days - 1), to: day(0) });
  const base = inbox ? '/v0/inboxes/' + encodeURIComponent(inbox).replaceAll('%40', '@') : '/v0';
  const [now, events, rates, inboxes] = await Promise.all([view.get('/v0/usage' + range),
    view.get(base + '/metrics/events' + range), view.get(base + '/metrics/rates' + range), view.get('/v0/inboxes?limit=200')]);
  const choose = (name, values, chosen) => h('select', { 'aria-label': name, onchange: (event) => {
    const next = { days: String(days), inbox, [name]: event.target.value };
    view.go('usage' + query(next));
  } }, values.map(([value, text]) => h('option', { value, text, selected: String(chosen) === value })));
  const counts = Object.entries(events).map(([type, points]) => [type, points.reduce((sum, point) => sum + point.count, 0)])
    .sort((a, b) => b[1] - a[1]);
  const worst = (points) => points.reduce((most, point) => Math.max(most, point.value), 0);
  const sent = rates.send_rate.reduce((sum, point) => sum + point.value, 0);
  return h('div', {},
    page('Usage', 'Days are of UTC.', choose('days', [['7', '7 days'], ['30', '30 days'], ['92', '92 days']], days)),
    h('div', { class: 'cards' },
      card('Recipients today', number(now.quotas.daily_recipients_used), 'of ' + number(now.quotas.daily_recipients)),
      card('API calls a day', number(now.days.at(-1)?.api_calls || 0), 'today, of ' + number(now.quotas.api_calls_daily)),
      card('Inboxes', 'at most ' + number(now.quotas.inbox_limit)),
      card('Bounces, 7 days', percent(now.breaker.bounce_rate_7d), now.breaker.state === 'ok' ? 'sending is on' : 'sending is paused: ' + now.breaker.reason),
      card('Complaints, 7 days', percent(now.breaker.complaint_rate_7d))),
    h('h2', { text: 'By day' }),
    h('div', { class: 'wide', role: 'region', 'aria-label': 'By day', tabIndex: 0 }, table(['Day', 'Received', 'Sent', 'Recipients', 'Bounced', 'Complained', 'Stored', 'API calls'],
      now.days.slice().reverse().map((one) => h('tr', {}, cell(one.date),
        [one.received, one.sent_messages, one.sent_recipients, one.bounced, one.complained].map((value) => cell(number(value))),
        cell(bytes(one.storage_bytes)), cell(number(one.api_calls)))))),
    h('h2', { text: 'Events and rates' }),
    field('Of', choose('inbox', [['', 'the whole organization'], ...inboxes.inboxes.map((one) => [one.inbox_id, one.inbox_id])], inbox)),
    h('div', { class: 'cards' }, card('Recipients handed over', number(sent)),
      card('Most bounces of a day', percent(worst(rates.bounce_rate))), card('Most complaints of a day', percent(worst(rates.complaint_rate)))),
    counts.length ? table(['Event', 'Count'], counts.map(([type, count]) => h('tr', {}, cell(type), cell(number(count)))))
      : empty('Nothing happened in these days.'));
}
