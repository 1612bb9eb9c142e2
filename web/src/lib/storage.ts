/** localStorage keys, the same as Whaticket's, so that a migration keeps sessions and preferences. */
export const storageKeys = {
  token: 'token',
  companyId: 'companyId',
  userId: 'userId',
  companyDueDate: 'companyDueDate',
  campaigns: 'cshow',
  tasks: 'tasks',
  theme: 'preferredTheme',
  volume: 'volume',
  sign: 'signOption',
  language: 'i18nextLng',
  drawer: 'ui.drawer',
  listWidth: 'ui.listWidth',
  waitingList: 'ui.waitingList',
  sorts: 'ui.sorts',
  arrivals: 'ui.arrivals',
  characterShortcuts: 'ui.charShortcuts',
  triedBot: 'ui.triedBot',
  hasAnswered: 'ui.hasAnswered',
  hidesFirstSteps: 'ui.hidesFirstSteps',
  announcementsSeen: 'ui.announcementsSeen',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** The stored text, or null: also when the browser keeps storage shut. */
export const readStored = (key: StorageKey): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Some browsers throw on access in private windows; the app works without storage.
    return null
  }
}

export const writeStored = (key: StorageKey, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden storage: the preference is not kept.
  }
}

/** A stored JSON value that passes `is`, else `fallback`. */
export const readStoredJson = <T>(key: StorageKey, is: (value: unknown) => value is T, fallback: T): T => {
  const raw = readStored(key)
  if (raw === null) return fallback
  try {
    const value: unknown = JSON.parse(raw)
    return is(value) ? value : fallback
  } catch {
    return fallback
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)
