// What waits for the human, and how mail is going.
import { post } from './api.js';
import { confirmed, empty, h, page, press, toast } from './dom.js';

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
    view.get('/v0/usage'), view.get('/v0/organizations'), view.get('/v0/approvals?status=pending'), view.get('/v0/inboxes?limit=1')]);
  view.kept.passkeys ??= (await view.get('/v0/console/passkeys')).count;
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
    !view.kept.passkeys && h('p', { class: 'soft' }, 'You sign in by mailed codes only, which others can lock. ',
      h('a', { href: view.address('account'), text: 'Add a passkey.' })),
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
    !inboxes.count && empty('No inboxes yet.',
      h('a', { class: 'button', href: view.address('inboxes'), text: 'Make the first one' })),
    !tripped && h('p', {}, h('button', { type: 'button', class: 'danger', text: 'Pause all sending', onclick: press(async () => {
      if (!await confirmed('Pause all sending?', 'Nothing of this organization is sent until a human resumes. Mail still comes in.', 'Pause sending')) return;
      await post('/v0/organizations/suspend', {});
      view.refresh();
    }) })));
}
