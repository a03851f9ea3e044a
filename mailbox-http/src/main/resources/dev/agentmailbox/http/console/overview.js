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
      await view.refresh();
      toast('Sending is on again.');
    }, { kind: 'first' }), anchor('Show sends', view.address('sends')))));
}

const pausing = (view) => button('Pause all sending', async () => {
  if (!await confirmed('Pause all sending?', 'Nothing is sent for this organization until someone resumes sending. Mail is still received.', 'Pause sending', 'danger')) return;
  await post('/v0/organizations/suspend', {});
  await view.refresh();
}, { kind: 'danger' });

// What a new organization does first, until its first mail has come.
async function firstSteps(view, usage, inboxes) {
  if (!view.owner || (inboxes.count && sum(usage.days, 'received'))) return null;
  const [keys, rules] = await Promise.all([view.get('/v0/api-keys?limit=1'), view.get('/v0/policy')]);
  const step = (done, text, place, name) => h('li', { class: done ? 'good' : '' }, icon(done ? 'check' : 'next'),
    h('span', {}, done ? text : [text + ' ', h('a', { href: view.address(place), text: name })]));
  return h('section', { class: 'card' }, h('h2', { text: 'First steps' }), h('ul', { class: 'checks' },
    step(inboxes.count > 0, 'An inbox: the address of an agent.', 'inboxes', 'Create the first inbox'),
    step(keys.count > 0, 'A key, with which the agent signs in.', 'keys', 'Create a key'),
    step(rules.approval_flags.length > 0, 'A rule for what needs your approval.', 'policy', 'Choose'),
    step(view.kept.passkeys > 0, 'A passkey, so that you need no mailed codes.', 'account', 'Add one'),
    step(sum(usage.days, 'received') > 0, 'The first mail: send one to your inbox.', 'inboxes', 'See its address')));
}

export async function overview(view) {
  view.live = true;
  const [usage, organization, waiting, held, inboxes] = await Promise.all([
    view.get('/v0/usage' + query({ from: day(DAYS - 1), to: day(0) })), view.get('/v0/organizations'),
    view.get('/v0/approvals?status=pending&limit=200'), view.get('/v0/held-messages?limit=200'), view.get('/v0/inboxes?limit=1')]);
  view.kept.passkeys ??= (await view.get('/v0/console/passkeys')).count;
  const tripped = usage.breaker.state === 'tripped';
  const { quotas, days, breaker } = usage;
  const steps = await firstSteps(view, usage, inboxes);
  return h('div', {},
    page(organization.name, 'What needs your decision, and how much mail comes and goes.', !tripped && view.owner && pausing(view)),
    tripped && paused(view, usage),
    steps,
    !steps && !view.kept.passkeys && h('div', { class: 'notice' }, icon('keys'), h('p', {}, 'You can only sign in with mailed codes, which others can block. ',
      h('a', { href: view.address('account'), text: 'Add a passkey.' }))),
    !steps && !inboxes.count && empty('inboxes', 'No inboxes yet.', 'An inbox is an address that an agent uses to receive and send mail.',
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
