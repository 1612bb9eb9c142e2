import { NavigationType, type HistoryRouterProps, type To } from 'react-router-dom'

import { isLeavingHeld, leave } from '../lib/leaving'

type History = HistoryRouterProps['history']
type Listener = Parameters<History['listen']>[0]

/**
 * The browser's history, which asks before another page takes the place of one with something unsaved. A redirect (`replace`) does not ask:
 * its page is gone already. Back and Forward have happened when they are heard of: they are undone, and done again after the user's yes.
 */
export const guardHistory = (history: History): History => {
  const push = history.push.bind(history)
  const listen = history.listen.bind(history)
  let shown = history.location.pathname
  let isUndoing = false
  let isAllowed = false

  const hear = (tell: Listener): Listener => {
    return (update) => {
      const { action, delta, location } = update
      if (isUndoing) {
        isUndoing = false
        return
      }
      const isHeld = !isAllowed && isLeavingHeld() && location.pathname !== shown
      isAllowed = false
      // Without a delta the step was not one of the app.
      if (action !== NavigationType.Pop || !delta || !isHeld) {
        shown = location.pathname
        tell(update)
        return
      }
      isUndoing = true
      history.go(-delta)
      leave(() => {
        isAllowed = true
        history.go(delta)
      })
    }
  }

  return Object.assign(history, {
    push: (to: To, state?: unknown) => {
      if (history.createURL(to).pathname === shown) push(to, state)
      else leave(() => push(to, state))
    },
    listen: (tell: Listener) => listen(hear(tell)),
  })
}
