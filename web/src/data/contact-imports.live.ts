import { contactImportsApi } from './contact-imports.api'
import { contactsApi } from './contacts.api'
import { onFeed } from './live/handlers'

/** Lists are refetched at most this often while an import makes contacts. */
const LISTS_AGAIN_AFTER_MS = 2_000

let listsAgain: ReturnType<typeof setTimeout> | undefined

onFeed('contactImport', ({ import: changed }, { dispatch }) => {
  dispatch(contactImportsApi.util.updateQueryData('getContactImport', changed.id, () => changed))
  listsAgain ??= setTimeout(() => {
    listsAgain = undefined
    dispatch(
      contactsApi.util.invalidateTags([
        { type: 'contacts', id: 'LIST' },
        { type: 'contacts', id: 'SEARCH' },
      ]),
    )
  }, LISTS_AGAIN_AFTER_MS)
})
