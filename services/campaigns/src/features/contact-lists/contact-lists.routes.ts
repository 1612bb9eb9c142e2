import * as http from '@balcao/contracts'
import { contactListId, contactListItemId } from '@balcao/contracts'
import { contactListImportView, contactListItemView, contactListView } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import type { ContactListDeps } from './contact-list-deps'
import { toItemSnapshot, toListSnapshot } from './contact-list-events'
import type { ContactListItem } from './contact-list-item'
import type { ContactList } from './contact-list.store'
import { createItem, deleteItem, pageItems, readItem, updateItem } from './edit-items'
import { createList, deleteList, listAllLists, pageLists, readList, renameList } from './edit-lists'
import { listFaults, readImport, uploadSheet } from './import-items'

const presentList = (list: ContactList) => contactListView(toListSnapshot(list))
const presentItem = (item: ContactListItem) => contactListItemView(toItemSnapshot(item))

/* Absent fields must stay absent: they keep their value. */
const toPatch = (body: http.BodyOf<typeof http.updateContactListItem>) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.number !== undefined && { number: body.number }),
  ...(body.email !== undefined && { email: body.email }),
})

const toWhich = (params: { contactListId: number; importId: number }) => ({
  contactListId: contactListId(params.contactListId),
  importId: params.importId,
})

function listRoutes(edge: HttpEdge, deps: ContactListDeps): void {
  edge.route(http.listContactLists, async ({ session, query }) => {
    const { items, ...page } = await pageLists(deps, session, query)
    return { records: items.map(presentList), ...page }
  })
  edge.route(http.listAllContactLists, async ({ session }) =>
    (await listAllLists(deps, session)).map(presentList),
  )
  edge.route(http.getContactList, async ({ session, params }) =>
    presentList(await readList(deps, session, contactListId(params.contactListId))),
  )
  edge.route(http.createContactList, async ({ session, body }) =>
    presentList(await createList(deps, session, body.name)),
  )
  edge.route(http.updateContactList, async ({ session, params, body }) =>
    presentList(await renameList(deps, session, contactListId(params.contactListId), body.name)),
  )
  edge.route(http.deleteContactList, async ({ session, params }) => {
    await deleteList(deps, session, contactListId(params.contactListId))
    return { message: 'Contact list deleted' }
  })
}

function importRoutes(edge: HttpEdge, deps: ContactListDeps): void {
  edge.route(http.uploadContactList, async ({ session, params, body: columns, files: [file] }) => {
    const id = contactListId(params.contactListId)
    return contactListImportView(id, await uploadSheet(deps, session, id, file && { ...file, columns }))
  })
  edge.route(http.getContactListImport, async ({ session, params }) =>
    contactListImportView(params.contactListId, await readImport(deps, session, toWhich(params))),
  )
  edge.route(http.listContactListImportFaults, ({ session, params }) =>
    listFaults(deps, session, toWhich(params)),
  )
}

function itemRoutes(edge: HttpEdge, deps: ContactListDeps): void {
  edge.route(http.listContactListItems, async ({ session, query }) => {
    const filter = { contactListId: contactListId(query.contactListId), search: query.searchParam }
    const { items, ...page } = await pageItems(deps, session, filter, query)
    return { contacts: items.map(presentItem), ...page }
  })
  edge.route(http.getContactListItem, async ({ session, params }) =>
    presentItem(await readItem(deps, session, contactListItemId(params.itemId))),
  )
  edge.route(http.createContactListItem, async ({ session, body }) =>
    presentItem(await createItem(deps, session, contactListId(body.contactListId), body)),
  )
  edge.route(http.updateContactListItem, async ({ session, params, body }) =>
    presentItem(await updateItem(deps, session, contactListItemId(params.itemId), toPatch(body))),
  )
  edge.route(http.deleteContactListItem, async ({ session, params }) => {
    await deleteItem(deps, session, contactListItemId(params.itemId))
    return { message: 'Contact deleted' }
  })
}

/** Mounts `/contact-lists` and `/contact-list-items`. */
export function contactListsRoutes(edge: HttpEdge, deps: ContactListDeps): void {
  listRoutes(edge, deps)
  importRoutes(edge, deps)
  itemRoutes(edge, deps)
}
