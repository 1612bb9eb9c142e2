import { LOGOUT_DELAY_MS } from '../../lib/constants'
import type { DeskStore } from '../store'
import { clearSession, readToken, writeTakeover } from './session.storage'
import { sessionEnded, type EndReason } from './session.slice'

type Notice = (reason: EndReason) => void
let notice: Notice = () => undefined

/** Set by the shell: shows why the session ended. */
export const onSessionEnded = (show: Notice): void => {
  notice = show
}

/**
 * The session was opened elsewhere or ended by the server: says so, forgets it, and loads the page again after a
 * second. If another tab of this browser logged in meanwhile, its newer session is left alone and picked up.
 */
export const endSessionHere = (
  store: Pick<DeskStore, 'getState' | 'dispatch'>,
  reason: 'takeover' | 'logout' | 'over',
  reload: () => void = () => location.reload(),
): void => {
  const { token, user } = store.getState().session
  if (token === null) return
  notice(reason)
  if (reason !== 'takeover') {
    if (readToken() === token) clearSession()
    store.dispatch(sessionEnded(reason))
    return
  }
  // At once: a request that is refused meanwhile ends the session too.
  writeTakeover(user?.email ?? '')
  setTimeout(() => {
    if (readToken() === token) clearSession()
    reload()
  }, LOGOUT_DELAY_MS)
}
