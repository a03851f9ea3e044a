// Groups of inboxes, with policies and keys of their own.
import { del, post, seg } from './api.js';
import { anchor, button, confirmed, dialog, empty, facts, field, form, page, section, tag } from './components.js';
import { bytes, h, when } from './dom.js';
import { chooser, pages, thingRow } from './lists.js';

async function create(view) {
  const name = h('input', { name: 'name', required: true, maxLength: 128 });
  const made = await dialog('New pod', (close) => form([field('Name', name, 'For example of a customer or a team.')], 'Create', async () =>
    close(await post('/v0/pods', { name: name.value })), { close }));
  if (made) view.go('pods/' + made.pod_id);
}

async function remove(view, pod) {
  if (!await confirmed('Delete ' + pod.name + '?', 'Only an empty pod can be deleted. Keys of the pod stop working.', 'Delete', 'danger')) return;
  await del('/v0/pods/' + seg(pod.pod_id));
  view.go('pods');
}

const inboxRow = (view) => (inbox) => thingRow({ href: view.address('inboxes/' + inbox.inbox_id), name: inbox.inbox_id,
  marks: inbox.status === 'paused' && tag('paused', 'alert'), note: [inbox.display_name, bytes(inbox.storage_bytes)].filter(Boolean).join(', '), time: inbox.created_at });

export async function pods(view) {
  const all = await pages(view, '/v0/pods', 'pods');
  return h('div', { 'data-parts': '' },
    page('Pods', 'Groups of inboxes, for example one for each customer. Each can have a policy of its own.',
      view.owner && button('New pod', () => create(view), { kind: 'first', sign: 'plus' })),
    chooser(view, all.items, (pod) => pod.pod_id, (pod) => thingRow({ href: view.address('pods/' + pod.pod_id), name: pod.name, note: pod.client_id, time: pod.created_at })), all.more);
}

export async function pod(view) {
  const path = '/v0/pods/' + seg(view.id);
  const [one, inboxes] = await Promise.all([view.get(path), pages(view, path + '/inboxes', 'inboxes')]);
  return h('div', { 'data-parts': '' },
    page(one.name, 'A group of inboxes.', anchor('Policy', view.address('policy') + '?level=pod:' + encodeURIComponent(one.pod_id)),
      view.owner && button('Delete', () => remove(view, one), { kind: 'danger', sign: 'trash' })),
    facts([['Id', one.pod_id], ['Client id', one.client_id], ['Created', when(one.created_at)]]),
    section('Inboxes', inboxes.items.length ? chooser(view, inboxes.items, (inbox) => inbox.inbox_id, inboxRow(view))
      : empty('inboxes', 'No inboxes in this pod.', 'Choose the pod when you create an inbox.'), inboxes.more));
}
