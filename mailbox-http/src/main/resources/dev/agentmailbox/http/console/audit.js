// Actions and their actors; each entry has the hash of the previous one.
import { file, query } from './api.js';
import { button, cell, empty, page, select, table, toast } from './components.js';
import { capital, exactly, foreign, h, plain } from './dom.js';
import { pages } from './lists.js';

const ACTIONS = {
  'approval.approved': 'Approved a message', 'approval.rejected': 'Rejected a message', 'approval.expired': 'An approval expired',
  'send.accepted': 'Asked to send', 'send.cancelled': 'Cancelled a send', 'message.released': 'Released held mail',
  'thread.locked': 'Took over a thread', 'thread.unlocked': 'Gave a thread back', 'inbox.paused': 'Paused an inbox', 'inbox.resumed': 'Resumed an inbox',
  'organization.renamed': 'Renamed the organization', 'organization.paused': 'Paused all sending', 'organization.resumed': 'Resumed sending', 'plan.changed': 'Changed the plan', 'policy.changed': 'Changed the policy',
  'rule.created': 'Made a rule', 'rule.revoked': 'Revoked a rule', 'rule.used': 'Sent because of a rule',
  'list_entry.added': 'Added to a list', 'list_entry.removed': 'Removed from a list', 'key.created': 'Created an API key', 'key.changed': 'Changed an API key',
  'key.revoked': 'Revoked an API key', 'grant.approved': 'Connected an app', 'webhook.created': 'Created a webhook', 'webhook.changed': 'Changed a webhook', 'webhook.deleted': 'Deleted a webhook',
  'inbox.deleted': 'Deleted an inbox', 'code.created': 'Created a code for an agent', 'code.revoked': 'Revoked a code', 'invite.created': 'Invited a customer', 'invite.revoked': 'Revoked an invite',
  'sign_up.changed': 'Changed sign-up', 'platform.paused': 'Paused sending of all organizations', 'platform.resumed': 'Resumed sending of all organizations', 'member.invited': 'Invited a member', 'member.joined': 'Joined', 'member.changed': 'Changed a role', 'member.removed': 'Removed a member',
  'session.opened': 'Signed in', 'session.verified': 'Confirmed who they are', 'session.switched': 'Switched to this organization', 'audit.exported': 'Exported the audit trail',
};

// What a send and an approval lead to.
const LINKS = [['approval_id', 'approvals/'], ['send_id', 'sends/']];

// What is said of an entry, the identifiers of machines left out.
const HIDDEN = ['pod_id', 'send_id', 'approval_id', 'content_hash', 'original_hash', 'message_id', 'thread_id'];

const told = (facts, who) => h('span', {}, Object.entries(facts).filter(([name, value]) => value && !HIDDEN.includes(name))
  .flatMap(([name, value], at) => [at > 0 && ', ', capital(plain(name.replace(/_id$/, ''))) + ' ', foreign(name.endsWith('_id') ? who(value) : plain(value))]));

async function save() {
  const link = URL.createObjectURL(await file('/v0/audit/export'));
  h('a', { href: link, download: 'audit.ndjson' }).click();
  setTimeout(() => URL.revokeObjectURL(link), 60000);
  toast('Saved. Check it with: mailbox verify-audit audit.ndjson');
}

export async function audit(view) {
  const action = new URLSearchParams(location.search).get('action') || '';
  view.live = true;
  const [all, members] = await Promise.all([pages(view, '/v0/audit' + query({ action }), 'entries'), view.get('/v0/organizations/members?limit=200')]);
  const names = new Map(members.members.map((member) => [member.user_id, member.email]));
  const who = (id) => names.get(id) ?? (id === 'service' ? 'the service' : id);
  const filter = select('What', [['', 'Everything'], ...Object.entries(ACTIONS)], action, { onchange: (event) => view.go('audit' + query({ action: event.target.value })) });
  const link = (entry) => LINKS.filter(([name]) => entry.facts[name]).slice(0, 1)
    .map(([name, folder]) => h('a', { href: view.address(folder + entry.facts[name]), text: 'Open' }));
  return h('div', {},
    page('Audit trail', 'Who did what, kept for 400 days. Each entry has the hash of the one before, so that nothing can be changed or left out unseen.',
      filter, button('Export', save, { kind: 'first' })),
    all.items.length ? table(['When', 'Who', 'What', 'About', ''], all.items.map((entry) => h('tr', {},
      cell(exactly(entry.occurred_at)), cell(who(entry.actor)), cell(ACTIONS[entry.action] ?? entry.action), cell(told(entry.facts, who)), cell(link(entry)))))
      : empty('audit', 'Nothing was recorded yet.'), all.more);
}
