// For operators: organizations, who is let in, and the switch for all sending.
import { del, patch, post, seg } from './api.js';
import { confirmed, empty, facts, field, h, page, press, showOnce, tags, toast, when } from './dom.js';
import { cell, pages, table } from './lists.js';

const choice = (name, values, chosen) => h('select', { 'aria-label': name },
  values.map((value) => h('option', { value, text: value.replaceAll('_', ' '), selected: value === chosen })));

async function invite(view, email) {
  const made = await post('/v0/operator/invites', { email });
  await showOnce('Invited', 'The code was mailed to ' + made.email + '. It is shown only this once, and works for 24 hours.', made.invite_code);
  view.refresh();
}

function waiting(view, entries) {
  if (!entries.length) return empty('Nobody waits.');
  return table(['Address', 'For', 'Since', ''], entries.map((one) => h('tr', {},
    cell(one.email),
    cell([one.use_case, one.industry, one.framework].filter(Boolean).join(', ').replaceAll('_', ' '),
      one.note && h('div', { class: 'soft small', text: one.note })),
    cell(when(one.created_at)),
    cell(h('div', { class: 'row' },
      h('button', { type: 'button', text: 'Invite', 'aria-label': 'Invite ' + one.email, onclick: press(() => invite(view, one.email)) }),
      h('button', { type: 'button', class: 'danger', text: 'Reject', 'aria-label': 'Reject ' + one.email, onclick: press(async () => {
        if (!await confirmed('Reject ' + one.email + '?', 'The account stays without access.', 'Reject')) return;
        await post('/v0/operator/waitlist/' + seg(one.entry_id) + '/reject', {});
        view.refresh();
      }) }))))));
}

function invites(view, invited) {
  if (!invited.length) return empty('Nobody was invited yet.');
  return table(['Address', 'Status', 'Made', ''], invited.map((one) => h('tr', {},
    cell(one.email), cell(tags([one.status], one.status === 'revoked')), cell(when(one.created_at)),
    cell(one.status === 'active' && h('button', { type: 'button', class: 'danger', text: 'Revoke',
      'aria-label': 'Revoke the invite of ' + one.email, onclick: press(async () => {
        await del('/v0/operator/invites/' + seg(one.invite_id));
        view.refresh();
      }) })))));
}

const LIMITS = { inbox_limit: 'Inboxes', daily_recipients: 'Recipients a day', api_calls_daily: 'API calls a day' };

function plan(view, organization) {
  const inputs = Object.entries(LIMITS).map(([name, label]) => [name, label,
    h('input', { type: 'number', min: 0, required: true, value: String(organization.plan[name]) })]);
  return h('details', {}, h('summary', { text: 'Plan' }),
    h('form', { onsubmit: (event) => event.preventDefault() }, inputs.map(([, label, input]) => field(label, input)),
      h('button', { text: 'Save the plan', onclick: press(async () => {
        if (!inputs.every(([, , input]) => input.reportValidity())) return;
        await patch('/v0/operator/organizations/' + seg(organization.organization_id),
          { plan: Object.fromEntries(inputs.map(([name, , input]) => [name, Number(input.value)])) });
        toast('Saved.');
        view.refresh();
      }) })));
}

export async function platform(view) {
  view.live = true;
  const [organizations, beta, waits, invited] = await Promise.all([
    pages(view, '/v0/operator/organizations', 'organizations'), view.get('/v0/beta'),
    pages(view, '/v0/operator/waitlist', 'entries'), pages(view, '/v0/operator/invites', 'invites')]);
  const mode = choice('Sign-up', ['waitlist', 'invite_only', 'open'], beta.signup);
  const list = choice('Waitlist', ['open', 'closed'], beta.waitlist);
  const email = h('input', { type: 'email', required: true, placeholder: 'e-mail address', 'aria-label': 'E-mail address' });
  return h('div', {},
    page('Platform', 'For operators: who is let in, all organizations, and the switch for all sending.',
      h('button', { type: 'button', class: 'danger', text: 'Pause all sending', onclick: press(async () => {
        if (!await confirmed('Pause sending for everyone?', 'New sends are refused; accepted mail waits.', 'Pause')) return;
        await post('/v0/operator/sending/pause', {});
        toast('All sending is paused.');
      }) }),
      h('button', { type: 'button', text: 'Resume', onclick: press(async () => {
        await post('/v0/operator/sending/resume', {});
        toast('Sending is on.');
      }) })),
    h('h2', { text: 'Sign-up' }),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, mode, h('span', { text: 'waitlist' }), list,
      h('button', { class: 'first', text: 'Save', onclick: press(async () => {
        await patch('/v0/operator/sign-up', { signup: mode.value, waitlist: list.value });
        toast('Saved.');
        view.refresh();
      }) })),
    h('h2', { text: 'Waitlist' }), waiting(view, waits.items), waits.more,
    h('h2', { text: 'Invites' }),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, email,
      h('button', { class: 'first', text: 'Invite', onclick: press(async () => {
        if (email.reportValidity()) await invite(view, email.value.trim());
      }) })),
    invites(view, invited.items), invited.more,
    h('h2', { text: 'Organizations' }),
    h('ul', { class: 'list' }, organizations.items.map((one) => h('li', {},
      h('strong', { text: one.name }),
      facts([['Id', one.organization_id], ['Inboxes', one.inbox_count],
        ['Plan', Object.entries(one.plan).map(([name, value]) => name.replaceAll('_', ' ') + ' ' + value)]]),
      plan(view, one)))), organizations.more);
}
