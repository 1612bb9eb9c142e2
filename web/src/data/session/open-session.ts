import type { LoginAnswer } from '@balcao/contracts'

import { formatDay } from '../../lib/format-date'
import { storageKeys } from '../../lib/storage'
import { isHttpStatus } from '../../lib/api-error'
import { setUploadLimit } from '../../lib/upload-limit'
import { api } from '../api'
import type { DeskStore } from '../store'
import { dataBegins } from './data-age'
import { sessionApi } from './session.api'
import {
  serverUnreachable,
  sessionEnded,
  sessionFound,
  sessionOpened,
  takeoverFound,
  tokenRenewed,
} from './session.slice'
import { clearSession, readTakeover, readToken, writeSession, writeTakeover } from './session.storage'

const BOOT_RETRY_MS = 3000

type Store = Pick<DeskStore, 'dispatch' | 'getState'>

const hasCampaigns = ({ user }: LoginAnswer): boolean =>
  user.company.settings?.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true') ?? false

/** Stores a session and marks it active. */
export const openSession = (store: Store, answer: LoginAnswer): void => {
  const { user, token, maxUploadBytes } = answer
  if (store.getState().session.phase === 'guest') dataBegins()
  writeSession({
    token,
    companyId: user.companyId,
    userId: user.id,
    dueDate: user.company.dueDate === null ? null : formatDay(new Date(user.company.dueDate)),
    showCampaigns: hasCampaigns(answer),
  })
  writeTakeover('')
  setUploadLimit(maxUploadBytes)
  store.dispatch(sessionOpened({ token, user }))
}

/** Logs out on the server and clears the stored session, also when the server cannot be reached. */
export const closeSession = async (store: Store): Promise<void> => {
  await store.dispatch(sessionApi.endpoints.logout.initiate())
  clearSession()
  store.dispatch(sessionEnded('logout'))
  store.dispatch(api.util.resetApiState())
}

/**
 * A stored token is refreshed first, which also brings the user. Refused: the login page. Unreachable: tried again
 * until the server answers, with the stored session kept. Without a token the login page learns of a takeover before the reload.
 */
export const bootSession = async (store: Store): Promise<void> => {
  const token = readToken()
  if (token === null) {
    const email = readTakeover()
    if (email !== '') store.dispatch(takeoverFound(email))
    return
  }
  if (store.getState().session.phase !== 'booting') store.dispatch(sessionFound(token))
  const result = await store.dispatch(sessionApi.endpoints.boot.initiate())
  if (store.getState().session.phase !== 'booting') return
  if (result.data) {
    openSession(store, result.data)
    return
  }
  const refused = [401, 402, 403].some((status) => isHttpStatus(result.error, status))
  if (refused) {
    clearSession()
    store.dispatch(sessionEnded(isHttpStatus(result.error, 402) ? 'subscription' : 'over'))
    return
  }
  store.dispatch(serverUnreachable())
  setTimeout(() => void bootSession(store), BOOT_RETRY_MS)
}

/** Other tabs of this browser share the session: a token renewed there is used here, a logout there ends it here. */
export const followOtherTabs = (store: Store, reload: () => void = () => location.reload()): void => {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKeys.token && event.key !== null) return
    const session = store.getState().session
    const token = readToken()
    if (token === null) {
      if (session.phase !== 'guest') store.dispatch(sessionEnded('logout'))
    } else if (
      session.phase === 'active' &&
      localStorage.getItem(storageKeys.userId) === String(session.user.id)
    ) {
      store.dispatch(tokenRenewed(token))
    } else reload()
  })
}
