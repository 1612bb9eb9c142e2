import type { UserPresenceEvent } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { usersApi } from './users.api'

const patchPresence = ({ user: { id, online } }: UserPresenceEvent, { dispatch, getState }: FeedContext) => {
  for (const asked of usersApi.util.selectCachedArgsForQuery(getState(), 'listUsers'))
    dispatch(
      usersApi.util.updateQueryData('listUsers', asked, ({ pages }) => {
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

const onQueryStarted = onFeedOverAnswers('userPresence', patchPresence)

usersApi.enhanceEndpoints({
  endpoints: { listUsers: { onQueryStarted }, searchUsers: { onQueryStarted } },
})

/* Lists are by the server's order and search, and have who is online. */
onFeed('user', (_event, { dispatch }) => {
  dispatch(usersApi.util.invalidateTags(['users']))
})
