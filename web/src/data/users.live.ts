import type { UserEvent } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { usersApi } from './users.api'

/** Online status is patched; other changes refetch, since the event has fewer fields than the lists. */
const applyUserEvent = (event: UserEvent, { dispatch, getState }: FeedContext) => {
  if (event.action === 'delete' || event.user.online === undefined) {
    dispatch(usersApi.util.invalidateTags(['User']))
    return
  }
  const { id, online } = event.user
  for (const words of usersApi.util.selectCachedArgsForQuery(getState(), 'listUsers'))
    dispatch(
      usersApi.util.updateQueryData('listUsers', words, ({ pages }) => {
        for (const { users } of pages) for (const user of users) if (user.id === id) user.online = online
      }),
    )
  for (const words of usersApi.util.selectCachedArgsForQuery(getState(), 'searchUsers'))
    dispatch(
      usersApi.util.updateQueryData('searchUsers', words, (users) =>
        users.map((user) => (user.id === id ? { ...user, online } : user)),
      ),
    )
}

onFeed('user', applyUserEvent)
