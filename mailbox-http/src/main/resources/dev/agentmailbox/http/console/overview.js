// What waits for the human, and how mail is going.
import { post, query } from './api.js';
import { anchor, button, confirmed, empty, figure, page, section, toast } from './components.js';
import { h, number, percent } from './dom.js';
import { chart } from './chart.js';
import { icon } from './icons.js';

const DAYS = 14;
const day = (before) => new Date(Date.now() - before * 86400000).toISOString().slice(0, 10);
const sum = (days, name) => days.reduce((all, one) => all + one[name], 0);
const more = (answer) => number(answer.count) + (answer.next_page_token ? '+' : '');

// Sending that stopped comes before everything else.
function paused(view, usage) {
  return h('div', { class: 'notice bad' }, icon('alert'), h('div', {},
    h('p', { class: 'strong', text: 'Sending is paused: ' + (usage.breaker.reason || 'unknown reason') + '.' }),
    h('p', { text: 'Receiving and reading still work. Look at the sends that bounced before you resume.' }),
    !view.owner && h('p', { text: 'Ask an owner to resume it.' }),
    h('div', { class: 'row' }, view.owner && button('Resume sending', async () => {
      await post('/v0/organizations/resume', {});
      toast('Sending is on again.');
      await view.refresh();
    }, { kind: 'first' }), anchor('Show sends', view.address('sends')))));
}

const pausing = (view) => button('Pause all sending', async () => {
  if (!await confirmed('Pause all sending?', 'Nothing is sent for this organization until someone resumes sending. Mail is still received.', 'Pause sending', 'danger')) return;
  await post('/v0/organizations/suspend', {});
  await view.refresh();
}, { kind: 'danger' });

export async function overview(view) {
  view.live = true;
  const [usage, organization, waiting, held, inboxes] = await Promise.all([
    view.get('/v0/usage' + query({ from: day(DAYS - 1), to: day(0) })), view.get('/v0/organizations'),
    view.get('/v0/approvals?status=pending&limit=200'), view.get('/v0/held-messages?limit=200'), view.get('/v0/inboxes?limit=1')]);
  view.kept.passkeys ??= (await view.get('/v0/console/passkeys')).count;
  const tripped = usage.breaker.state === 'tripped';
  const { quotas, days, breaker } = usage;
  return h('div', {},
    page(organization.name, 'What needs your decision, and how much mail comes and goes.', !tripped && view.owner && pausing(view)),
    tripped && paused(view, usage),
    !view.kept.passkeys && h('div', { class: 'notice' }, icon('keys'), h('p', {}, 'You can only sign in with mailed codes, which others can block. ',
      h('a', { href: view.address('account'), text: 'Add a passkey.' }))),
    !inboxes.count && empty('inboxes', 'No inboxes yet.', 'An inbox is an address that an agent uses to receive and send mail.',
      view.owner && anchor('Create the first inbox', view.address('inboxes'), { kind: 'button first' })),
    h('div', { class: 'cards' },
      figure('Waiting for your decision', more(waiting), 'approvals', view.address('approvals')),
      figure('Held mail', more(held), view.owner ? 'to release, delete or block' : 'to release', view.address('held')),
      figure('Recipients today', number(quotas.daily_recipients_used), 'of ' + number(quotas.daily_recipients) + ' a day', view.address('usage')),
      figure('Bounced', percent(breaker.bounce_rate_7d), 'in the last 7 days', view.address('usage'))),
    section('Traffic', chart('Messages received and sent', 'messages per day, in UTC', days,
      [['Received', 'one', (one) => one.received], ['Sent', 'two', (one) => one.sent_messages]]),
    h('p', { class: 'soft small', text: number(sum(days, 'received')) + ' received and ' + number(sum(days, 'sent_messages')) + ' sent in ' + DAYS + ' days.' })));
}
