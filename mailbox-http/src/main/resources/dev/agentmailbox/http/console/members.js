// The humans of an organization and what they may do.
import { del, patch, post, seg } from './api.js';
import { button, cell, complain, confirmed, dialog, field, form, onlyOwners, page, select, table, tag, toast } from './components.js';
import { h, when } from './dom.js';
import { pages } from './lists.js';

const ROLES = [['approver', 'Approver'], ['owner', 'Owner']];

// Where a new member signs in and accepts; there is no secret in it.
const link = (member) => button('Copy link', async () => {
  await navigator.clipboard.writeText(document.baseURI);
  toast('Copied. ' + member.email + ' signs in there and accepts.');
}, { name: 'Copy link for ' + member.email });

async function rename(view, organization) {
  const name = h('input', { name: 'name', value: organization.name, required: true, maxLength: 128 });
  const done = await dialog('Name of the organization', (close) => form([field('Name', name, 'Members see it, and invitations name it.')], 'Save', async () => {
    await patch('/v0/organizations', { name: name.value });
    close(true);
  }, { close }));
  // Every page shows the name of the organization.
  if (done) location.reload();
}

export async function members(view) {
  view.live = true;
  const all = await pages(view, '/v0/organizations/members', 'members');
  const email = h('input', { type: 'email', name: 'email', required: true, placeholder: 'E-mail address', 'aria-label': 'E-mail address' });
  const role = select('Role', ROLES, 'approver');
  return h('div', {},
    page('Members', 'Owners can do everything. Approvers can approve or reject sends, release held mail, take over threads and read mail.',
      view.owner && button('Rename', async () => rename(view, await view.get('/v0/organizations')), { name: 'Rename the organization' })),
    view.owner ? form([email, role], 'Invite', async () => {
      const added = await post('/v0/organizations/members', { email: email.value.trim(), role: role.value });
      toast('Invited. A mail to ' + added.email + ' says how to accept.');
      email.value = '';
      await view.refresh();
    }, { kind: 'line' }) : onlyOwners(view),
    view.owner && h('p', { class: 'soft small', text: 'New members get a mail with the address of this console. They have access after they sign in with their address and accept.' }),
    table(['Address', 'Role', 'Since', ''], all.items.map((member) => h('tr', {},
      cell(member.email, member.status === 'pending' && [' ', tag('not accepted yet')]),
      cell(!view.owner ? member.role : select('Role of ' + member.email, ROLES, member.role, { onchange: async (event) => {
        await patch('/v0/organizations/members/' + seg(member.user_id), { role: event.target.value }).catch(complain);
        await view.refresh();
      } })),
      cell(when(member.created_at)),
      cell(view.owner && h('div', { class: 'row' }, member.status === 'pending' && link(member), button('Remove', async () => {
        if (!await confirmed('Remove ' + member.email + '?', 'They lose access to this organization at once.', 'Remove', 'danger')) return;
        await del('/v0/organizations/members/' + seg(member.user_id));
        await view.refresh();
      }, { kind: 'danger', name: 'Remove ' + member.email })))))), all.more);
}
