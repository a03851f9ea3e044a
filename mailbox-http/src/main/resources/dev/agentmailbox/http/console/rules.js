// What may leave without an approval: rules, what each let through, and rules that past decisions suggest.
import { del, post, seg } from './api.js';
import { anchor, button, cell, confirmed, dialog, empty, field, form, onlyOwners, page, select, table, tag, tick, ticked, toast } from './components.js';
import { counted, foreign, h, when } from './dom.js';
import { pages } from './lists.js';

// What a rule can let pass; everything else always needs a human.
const FLAGS = { first_contact: 'New contacts', has_links: 'Links', has_attachments: 'Attachments' };
const OFFERED_AFTER = 3;
// Everybody can have an address there, so a rule for one of them would be for strangers.
const SHARED = ['aol.com', 'gmail.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hotmail.com', 'icloud.com', 'live.com', 'mail.ru', 'outlook.com', 'proton.me',
  'qq.com', 'web.de', 'yahoo.com', 'yandex.ru', '163.com'];

// What an owner does not want to be offered, in this browser.
const REFUSED = 'agent-mailbox-rules-refused';
const refused = () => JSON.parse(localStorage.getItem(REFUSED) ?? '[]');
const refuse = ({ inbox_id, domain }) => localStorage.setItem(REFUSED, JSON.stringify([...refused(), inbox_id + ' ' + domain].slice(-50)));

const whose = (rule) => rule.inbox_id ?? (rule.pod_id ? 'Each inbox of a pod' : 'Each inbox');
const said = (rule) => [foreign(whose(rule)), rule.kind === 'reply' ? ' may reply to people who wrote in the thread' : [' may write to ', foreign(rule.domain)]];
const tags = (flags) => flags.map((flag) => tag(FLAGS[flag] ?? flag));

function create(view, given, inboxes) {
  const inbox = select('Inbox', [['', 'All inboxes'], ...inboxes.map((one) => [one, one])], given.inbox_id ?? '');
  const kind = select('Messages', [['domain', 'To a domain'], ['reply', 'Replies to people who wrote in the thread']], 'domain');
  const domain = h('input', { name: 'domain', placeholder: 'example.com', value: given.domain ?? '', autocomplete: 'off' });
  const where = field('Domain', domain, 'All recipients must be there; subdomains are not included.');
  kind.addEventListener('change', () => { where.hidden = kind.value === 'reply'; });
  const flags = h('fieldset', { class: 'card' }, h('legend', { text: 'Even with' }),
    Object.entries(FLAGS).map(([name, text]) => tick(name, text, (given.flags ?? ['first_contact']).includes(name))));
  return dialog('New rule', (close) => form([field('Inbox', inbox), field('Messages', kind), where, flags], 'Make the rule', async () => {
    await post('/v0/rules', { kind: kind.value, flags: ticked(flags), ...(kind.value === 'domain' && { domain: domain.value.trim() }),
      ...(inbox.value && { inbox_id: inbox.value }) });
    close(true);
    await view.refresh();
    toast('Such messages are sent without asking from now on.');
  }, { close }));
}

const inboxesOf = async (view) => (await view.get('/v0/inboxes?limit=200')).inboxes.map((one) => one.inbox_id);

async function sends(view, rule) {
  const all = await view.get('/v0/rules/' + seg(rule.rule_id) + '/sends?limit=50');
  return dialog('What the rule let through', (close) => h('div', {}, h('p', {}, said(rule)),
    all.sends.length ? table(['When', 'From', ''], all.sends.map((one) => h('tr', {}, cell(when(one.used_at)), cell(foreign(one.inbox_id)),
      cell(h('a', { href: view.address('sends/' + one.send_id), text: 'Open', onclick: () => close() }))))) : h('p', { class: 'soft', text: 'Nothing yet.' }),
    all.next_page_token && h('p', { class: 'soft small', text: 'The newest 50 are shown.' }),
    h('div', { class: 'row actions' }, button('Close', () => close(), { kind: 'first' }))));
}

async function revoke(view, rule) {
  if (!await confirmed('Revoke this rule?', 'Such messages need an approval again, scheduled ones too.', 'Revoke', 'danger')) return;
  await del('/v0/rules/' + seg(rule.rule_id));
  refuse(rule);
  await view.refresh();
  toast('Revoked.');
}

export async function rules(view) {
  view.live = true;
  const all = await pages(view, '/v0/rules', 'rules');
  const make = view.owner && button('New rule', async () => create(view, {}, await inboxesOf(view)), { kind: 'first', sign: 'plus' });
  return h('div', {},
    page('Rules', 'Messages that are sent without the approval that your policy asks for. Many recipients, and HTML that cannot be shown exactly, always need one.', make),
    onlyOwners(view),
    all.items.length ? table(['Rule', 'Even with', 'By', ''], all.items.map((rule) => h('tr', {},
      cell(said(rule)), cell(tags(rule.flags)), cell(rule.created_by_email ?? rule.created_by, h('div', { class: 'soft small' }, when(rule.created_at))),
      cell(h('div', { class: 'row' }, button('Sends', () => sends(view, rule), { name: 'What the rule let through' }),
        view.owner && button('Revoke', () => revoke(view, rule), { kind: 'danger' }))))))
      : empty('policy', 'Each message that your policy names needs an approval.', 'After some equal approvals, a rule is offered on the page of approvals.',
        anchor('See the policy', view.address('policy'))), all.more);
}

const domains = (mail) => [...new Set(mail.recipients.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))];

// Rules that the last decisions suggest: one inbox, one domain, always approved as it was.
export function suggested(decided, known) {
  const groups = new Map();
  for (const one of decided.filter(({ mail, status }) => mail && ['approved', 'rejected'].includes(status))) {
    const [domain, ...more] = domains(one.mail);
    if (more.length || SHARED.includes(domain)) continue;
    const key = one.inbox_id + ' ' + domain;
    const group = groups.get(key) ?? { inbox_id: one.inbox_id, domain, flags: new Set(), count: 0, always: true };
    one.flags.forEach((flag) => group.flags.add(flag));
    group.count++;
    group.always &&= one.status === 'approved' && !one.edited && one.flags.every((flag) => flag in FLAGS);
    groups.set(key, group);
  }
  const covers = (rule, group) => (!rule.inbox_id || rule.inbox_id === group.inbox_id) && rule.domain === group.domain && group.flags.every((flag) => rule.flags.includes(flag));
  return [...groups.values()].filter((group) => group.always && group.count >= OFFERED_AFTER)
    .map((group) => ({ ...group, flags: [...group.flags] })).filter((group) => group.flags.length && !known.some((rule) => covers(rule, group)));
}

// The first of them as a card, for an owner who has not refused it.
export async function offer(view, decided) {
  const found = suggested(decided, (await view.get('/v0/rules?limit=200')).rules).find((one) => !refused().includes(one.inbox_id + ' ' + one.domain));
  if (!found) return null;
  return h('section', { class: 'card offer' },
    h('p', {}, 'You approved the last ' + counted(found.count, 'message') + ' from ', foreign(found.inbox_id), ' to ', foreign(found.domain), ', and changed none.'),
    h('div', { class: 'row' }, button('Stop asking for these', async () => create(view, found, await inboxesOf(view))),
      button('Go on asking', () => {
        refuse(found);
        return view.refresh();
      }, { kind: 'quiet' })));
}
