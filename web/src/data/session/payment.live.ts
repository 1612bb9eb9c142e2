import { onFeed, type FeedContext } from '../live/handlers'
import { selectUser, userChanged } from './session.slice'

/** The due date that a payment moved, wherever it is shown. */
onFeed('payment', ({ company: { dueDate } }, { dispatch, getState }: FeedContext) => {
  const user = selectUser(getState())
  if (user) dispatch(userChanged({ company: { ...user.company, dueDate } }))
})
