import type { ContactListItemEvent, ContactListItemView } from '@balcao/contracts'

import { contactListsApi } from './contact-lists.api'
import { onFeed, type FeedContext } from './live/handlers'

/** Lists are refetched at most this often while contacts come in. */
const AGAIN_AFTER_MS = 1_000

let again: ReturnType<typeof setTimeout> | undefined

const refetchSoon = ({ dispatch }: FeedContext) => {
  again ??= setTimeout(() => {
    again = undefined
    dispatch(contactListsApi.util.invalidateTags(['contact-lists', 'contact-list-items']))
  }, AGAIN_AFTER_MS)
}

/* A checked number changes in place: its row keeps its position. */
const patchItem = (record: ContactListItemView, { dispatch, getState }: FeedContext) => {
  for (const asked of contactListsApi.util.selectCachedArgsForQuery(getState(), 'listContactListItems'))
    dispatch(
      contactListsApi.util.updateQueryData('listContactListItems', asked, ({ pages }) => {
        for (const page of pages)
          page.contacts = page.contacts.map((item) => (item.id === record.id ? record : item))
      }),
    )
}

const applyItemEvent = (event: ContactListItemEvent, context: FeedContext) => {
  if (event.action === 'update') {
    patchItem(event.record, context)
    return
  }
  if (event.action === 'reload') {
    const { contactListId, import: changed } = event
    const asked = { contactListId, importId: changed.id }
    context.dispatch(contactListsApi.util.updateQueryData('getContactListImport', asked, () => changed))
  }
  refetchSoon(context)
}

onFeed('ContactList', (_event, context) => refetchSoon(context))
onFeed('ContactListItem', applyItemEvent)
