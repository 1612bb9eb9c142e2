import * as http from '@balcao/contracts'
import { contactId, type CompanyId, type ContactId } from '@balcao/contracts'
import { contactView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import type { ContactDeps } from './contact-deps'
import { deleteContact } from './delete-contact'
import { createContact, updateContact } from './edit-contact'
import { importContacts } from './import-contacts'
import { listMerges, mergeContacts, unmergeContacts } from './merge-contacts'
import { getContact, listAllContacts, listContacts } from './list-contacts'

interface RouteDeps extends ContactDeps {
  /** Queues a refresh of the picture of a contact that is shown. */
  wantPicture(companyId: CompanyId, id: ContactId): void
}

/** Mounts `/contacts`. */
export function contactRoutes(edge: HttpEdge, deps: RouteDeps, sign: SignMedia): void {
  edge.route(http.listContacts, async ({ session, query }) => {
    const { contacts, count, hasMore } = await listContacts(deps, session, query)
    return { contacts: contacts.map((contact) => contactView(contact, sign)), count, hasMore }
  })
  edge.route(http.listAllContacts, ({ session, query }) => listAllContacts(deps, session, query.name))
  edge.route(http.getContact, async ({ session, params }) => {
    const id = contactId(params.contactId)
    const contact = await getContact(deps, session, id)
    deps.wantPicture(session.companyId, id)
    return contactView(contact, sign)
  })
  edge.route(http.importContacts, async ({ session }) => ({
    message: 'Contacts imported',
    ...(await importContacts(deps, session)),
  }))
  edge.route(http.createContact, async ({ session, body }) =>
    contactView(await createContact(deps, session, body), sign),
  )
  edge.route(http.updateContact, async ({ session, params, body }) =>
    contactView(await updateContact(deps, session, contactId(params.contactId), body), sign),
  )
  edge.route(http.mergeContact, async ({ session, params, body }) => {
    const ids = { kept: contactId(params.contactId), merged: contactId(body.contactId) }
    return contactView(await mergeContacts(deps, session, ids), sign)
  })
  edge.route(http.listContactMerges, ({ session, params }) =>
    listMerges(deps, session, contactId(params.contactId)),
  )
  edge.route(http.unmergeContact, async ({ session, params, body }) => {
    const ids = { kept: contactId(params.contactId), merged: contactId(body.contactId) }
    return contactView(await unmergeContacts(deps, session, ids), sign)
  })
  edge.route(http.deleteContact, async ({ session, params }) => {
    await deleteContact(deps, session, contactId(params.contactId))
    return { message: 'Contact deleted' }
  })
}
