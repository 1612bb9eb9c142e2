import type { UserEvent } from '@balcao/contracts'

import { onFeed, type FeedContext } from '../live/handlers'
import { selectUser, userChanged } from './session.slice'

/** The own name and e-mail, wherever they were changed. Changed rights are told to the socket itself, and fetched. */
export const applyOwnUserEvent = (event: UserEvent, { dispatch, getState }: FeedContext) => {
  if (event.action === 'delete' || event.user.id !== selectUser(getState())?.id) return
  const { name, email } = event.user
  dispatch(userChanged({ name, email }))
}

onFeed('user', applyOwnUserEvent)
