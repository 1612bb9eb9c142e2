import { useSyncExternalStore } from 'react'

import { storageKeys, writeStored } from './storage'

export type ThemeMode = 'light' | 'dark'

const listeners = new Set<() => void>()

/** The theme on screen: the attribute that public/theme.js set before the first paint. */
export const currentTheme = (): ThemeMode =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

/** Switches by one attribute; colours are CSS variables, so nothing renders again. */
export const setTheme = (mode: ThemeMode): void => {
  document.documentElement.dataset.theme = mode
  writeStored(storageKeys.theme, mode)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, currentTheme)
