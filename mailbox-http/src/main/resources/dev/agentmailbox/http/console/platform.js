// For operators: organizations, who is let in, and the switch for all sending.
import { del, patch, post, seg } from './api.js';
import { button, cell, confirmed, details, facts, field, form, page, section, select, showOnce, table, tag, toast } from './components.js';
import { bytes, capital, h, number, plain, when } from './dom.js';
import { pages } from './lists.js';

const choice = (name, values, chosen) => select(name, values.map((value) => [value, capital(plain(value))]), chosen);

async function invite(view, email) {
  const made = await post('/v0/operator/invites', { email });
  await showOnce('Invited', 'The code was mailed to ' + made.email + '. It works for 24 hours and is not shown again.', made.invite_code);
  await view.refresh();
}

function waiting(view, entries) {
  if (!entries.length) return h('p', { class: 'soft', text: 'The waitlist is empty.' });
  return table(['Address', 'For', 'Since', ''], entries.map((one) => h('tr', {},
    cell(one.email),
    cell(plain([one.use_case, one.industry, one.framework].filter(Boolean).join(', ')),
      one.note && h('div', { class: 'soft small', text: one.note })),
    cell(when(one.created_at)),
    cell(h('div', { class: 'row' }, button('Invite', () => invite(view, one.email), { name: 'Invite ' + one.email }),
      button('Reject', async () => {
        if (!await confirmed('Reject ' + one.email + '?', 'The account gets no access.', 'Reject', 'danger')) return;
        await post('/v0/operator/waitlist/' + seg(one.entry_id) + '/reject', {});
        await view.refresh();
      }, { kind: 'danger', name: 'Reject ' + one.email }))))));
}

const STATES = { active: 'good' };

function invites(view, invited) {
  if (!invited.length) return h('p', { class: 'soft', text: 'No invites yet.' });
  return table(['Address', 'Status', 'Created', ''], invited.map((one) => h('tr', {},
    cell(one.email), cell(tag(one.status, STATES[one.status] ?? '')), cell(when(one.created_at)),
    cell(one.status === 'active' && button('Revoke', async () => {
      await del('/v0/operator/invites/' + seg(one.invite_id));
      await view.refresh();
    }, { kind: 'danger', name: 'Revoke the invite of ' + one.email })))));
}

const LIMITS = { inbox_limit: 'Inboxes', daily_recipients: 'Recipients a day', api_calls_daily: 'API calls a day' };

function plan(view, organization) {
  const inputs = Object.entries(LIMITS).map(([name, label]) => [name, label,
    h('input', { type: 'number', name, min: 0, required: true, value: String(organization.plan[name]) })]);
  return details('Plan', organization.organization_id, form(inputs.map(([, label, input]) => field(label, input)), 'Save the plan', async () => {
    await patch('/v0/operator/organizations/' + seg(organization.organization_id),
      { plan: Object.fromEntries(inputs.map(([name, , input]) => [name, Number(input.value)])) });
    await view.refresh();
    toast('Saved.');
  }));
}

const organization = (view) => (one) => h('article', { class: 'card' }, h('h3', { text: one.name }),
  facts([['Inboxes', number(one.inbox_count)], ['Stored', bytes(one.storage_bytes)],
    ['Plan', Object.entries(LIMITS).map(([name, label]) => label + ': ' + number(one.plan[name]))], ['Identifier', h('code', { text: one.organization_id })]]),
  plan(view, one));

function signUp(view, beta) {
  const mode = choice('Sign-up', ['waitlist', 'invite_only', 'open'], beta.signup);
  const list = choice('Waitlist', ['open', 'closed'], beta.waitlist);
  return form([h('div', { class: 'halves' }, field('New accounts', mode), field('Waitlist', list))], 'Save', async () => {
    await patch('/v0/operator/sign-up', { signup: mode.value, waitlist: list.value });
    await view.refresh();
    toast('Saved.');
  });
}

export async function platform(view) {
  view.live = true;
  const [organizations, beta, waits, invited] = await Promise.all([
    pages(view, '/v0/operator/organizations', 'organizations'), view.get('/v0/beta'),
    pages(view, '/v0/operator/waitlist', 'entries'), pages(view, '/v0/operator/invites', 'invites')]);
  const email = h('input', { type: 'email', name: 'email', required: true, placeholder: 'E-mail address', 'aria-label': 'E-mail address' });
  return h('div', {},
    page('Operator', 'Sign-up, organizations, and a switch that stops all sending.',
      button('Resume all sending', async () => {
        await post('/v0/operator/sending/resume', {});
        toast('Sending is on.');
      }),
      button('Pause all sending', async () => {
        if (!await confirmed('Pause sending for everyone?', 'New sends are refused; accepted mail waits.', 'Pause', 'danger')) return;
        await post('/v0/operator/sending/pause', {});
        toast('All sending is paused.');
      }, { kind: 'danger' })),
    section('Sign-up', signUp(view, beta)),
    section('Waitlist', waiting(view, waits.items), waits.more),
    section('Invites', form([email], 'Invite', () => invite(view, email.value.trim()), { kind: 'line' }), invites(view, invited.items), invited.more),
    section('Organizations', h('div', { class: 'stack' }, organizations.items.map(organization(view))), organizations.more));
}
