// The addresses of agents.
import { del, get, patch, post, seg } from './api.js';
import { button, confirmed, dialog, empty, facts, field, form, page, select, tabs, tag, toast } from './components.js';
import { bytes, h, when } from './dom.js';
import { chooser, pages, thingRow } from './lists.js';
import { base } from './message.js';
import { holdings, threadList } from './threads.js';
import { write } from './write.js';

const making = (view) => view.owner && button('New inbox', () => create(view), { kind: 'first', sign: 'plus' });

export async function inboxes(view) {
  view.live = true;
  const all = await pages(view, '/v0/inboxes', 'inboxes');
  const list = all.items.length > 0 && chooser(view, all.items, (inbox) => inbox.inbox_id, (inbox) => thingRow({
    href: view.address('inboxes/' + inbox.inbox_id), name: inbox.inbox_id,
    marks: inbox.status === 'paused' && tag('paused', 'alert'),
    note: [inbox.display_name, bytes(inbox.storage_bytes)].filter(Boolean).join(', '), time: inbox.created_at }));
  return h('div', { 'data-parts': '' },
    page('Inboxes', 'The addresses of your agents.', making(view)),
    list || empty('inboxes', 'No inboxes yet.', view.owner ? 'Create one here, or let an agent create one with its key.' : 'An owner or an agent creates them.', making(view)), all.more);
}

// A name that is taken is reported at its field.
function taken(problem) {
  if (problem.status === 409) problem.errors = [{ path: 'username', message: problem.message + '. ' + problem.fix }];
  throw problem;
}

async function create(view) {
  const username = h('input', { name: 'username', pattern: '[a-z0-9._\\-]{3,32}', title: '3 to 32 of a-z 0-9 . _ -', autocomplete: 'off' });
  const name = h('input', { name: 'display_name', maxLength: 100 });
  const { pods } = await get('/v0/pods?limit=200');
  const pod = select('Pod', pods.map((one) => [one.pod_id, one.name]), pods[0]?.pod_id);
  const made = await dialog('New inbox', (close) => form([
    field('Username', username, 'The part before the @. Leave this empty to get a generated name.'),
    field('Display name', name, 'Shown to recipients as the sender.'), pods.length > 1 && field('Pod', pod)].filter(Boolean), 'Create', async () =>
    close(await post(pods.length > 1 ? '/v0/pods/' + seg(pod.value) + '/inboxes' : '/v0/inboxes', {
      ...(username.value && { username: username.value }), ...(name.value && { display_name: name.value }) }).catch(taken)), { close }));
  if (made) view.go('inboxes/' + made.inbox_id);
}

async function rename(view, inbox) {
  const name = h('input', { name: 'display_name', value: inbox.display_name || '', maxLength: 100 });
  const done = await dialog('Display name', (close) => form([field('Display name', name, 'Shown to recipients as the sender.')], 'Save', async () => {
    await patch(base(inbox.inbox_id), { display_name: name.value || null });
    close(true);
  }, { close }));
  if (done) await view.refresh();
}

const plural = (number, one, more) => number + ' ' + (number === 1 ? one : more);

// What nobody would see any more: mail that is held, and sends that wait for a decision.
async function unseen(view, inbox) {
  const of = encodeURIComponent(inbox.inbox_id);
  const [held, asked] = await Promise.all([
    view.get(base(inbox.inbox_id) + '/threads?labels=held&include_spam=true&include_blocked=true&limit=200'),
    view.get('/v0/sends?status=pending_approval&limit=200&inbox_id=' + of)]);
  const number = (page, items, one, more) => items.length
    && (page.next_page_token ? 'more than ' + items.length + ' ' + more : plural(items.length, one, more));
  return [number(held, held.threads, 'conversation with held mail', 'conversations with held mail'),
    number(asked, asked.sends, 'send that waits for approval', 'sends that wait for approval')].filter(Boolean).join(' and ');
}

async function remove(view, inbox) {
  const lost = await unseen(view, inbox);
  const sure = await confirmed('Delete ' + inbox.inbox_id + '?',
    (lost && 'You would lose ' + lost + '. ') + 'Its mail is deleted for good, its keys stop working, and the address cannot be used again.', 'Delete for good', 'danger');
  if (!sure) return;
  await del(base(inbox.inbox_id));
  toast('Deleted.');
  view.go('inboxes');
}

async function pause(view, inbox) {
  if (!await confirmed('Pause this inbox?', 'It refuses new mail and cannot send until you resume it.', 'Pause')) return;
  await post(base(inbox.inbox_id) + '/pause', {});
  await view.refresh();
}

const TABS = [['mail', 'Mail'], ['activity', 'Activity'], ['allowed', 'Rules'], ['connect', 'Connect']];

async function mail(view) {
  const all = await pages(view, base(view.id) + '/threads?include_spam=true&include_blocked=true', 'threads');
  const held = await holdings(view, all.items);
  return h('div', {}, all.items.length ? threadList(view, all.items, held, { within: true })
    : empty('threads', 'No mail yet.', 'Mail to ' + view.id + ' appears here at once.'), all.more);
}

export async function inbox(view) {
  view.kept.tab ??= 'mail';
  const one = await view.get(base(view.id));
  const shown = view.kept.tab === 'mail' ? await mail(view) : await (await import('./agent.js'))[view.kept.tab](view);
  view.live = true;
  const paused = one.status === 'paused';
  return h('div', { 'data-parts': '' },
    page(one.inbox_id, one.display_name || 'No display name',
      !paused && view.mends && button('Write', () => write(view, one.inbox_id), { kind: 'first', sign: 'drafts' }),
      view.owner && (paused
        ? button('Resume', async () => { await post(base(view.id) + '/resume', {}); await view.refresh(); }, { kind: 'first' })
        : button('Pause', () => pause(view, one))),
      view.owner && button('Rename', () => rename(view, one)),
      view.owner && button('Delete', () => remove(view, one), { kind: 'danger', sign: 'trash' })),
    facts([['Status', tag(one.status, paused ? 'alert' : 'good')], ['Stored', bytes(one.storage_bytes)], ['Created', when(one.created_at)]]),
    tabs(TABS, view.kept.tab, (name) => { view.kept.tab = name; return view.refresh(); }), shown);
}
