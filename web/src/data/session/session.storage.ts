import { isString, readStoredJson, storageKeys, writeStored } from '../../lib/storage'

/* The stored session, under Whaticket's keys: the token is a JSON string in quotes. */

export const readToken = (): string | null => {
  const token = readStoredJson(storageKeys.token, isString, '')
  return token === '' ? null : token
}

export const writeToken = (token: string): void => writeStored(storageKeys.token, JSON.stringify(token))

export interface StoredSession {
  token: string
  companyId: number
  userId: number
  /** dd/MM/yyyy, or null when the subscription never ends. */
  dueDate: string | null
  showCampaigns: boolean
}

export const writeSession = (session: StoredSession): void => {
  writeToken(session.token)
  writeStored(storageKeys.companyId, String(session.companyId))
  writeStored(storageKeys.userId, String(session.userId))
  writeStored(storageKeys.companyDueDate, session.dueDate)
  writeStored(storageKeys.campaigns, session.showCampaigns ? 'true' : null)
}

/** Clears the session only: theme, volume, tasks and language stay. */
export const clearSession = (): void => {
  for (const key of [
    storageKeys.token,
    storageKeys.companyId,
    storageKeys.userId,
    storageKeys.companyDueDate,
    storageKeys.campaigns,
  ])
    writeStored(key, null)
}

/* Until the next login in this tab: the page is loaded again after a takeover. */
const TAKEOVER_KEY = 'session.takenOver'

/** Keeps the e-mail of a session that was opened elsewhere for the login page; '' forgets it. */
export const writeTakeover = (email: string): void => {
  try {
    if (email === '') sessionStorage.removeItem(TAKEOVER_KEY)
    else sessionStorage.setItem(TAKEOVER_KEY, email)
  } catch {
    // Forbidden storage: the login page opens without the reason.
  }
}

/** The e-mail that `writeTakeover` kept; '' without one. */
export const readTakeover = (): string => {
  try {
    return sessionStorage.getItem(TAKEOVER_KEY) ?? ''
  } catch {
    // Forbidden storage holds nothing.
    return ''
  }
}
