import { useSyncExternalStore } from 'react'

/** Chromium's event; other browsers never send it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

const setOffered = (event: InstallEvent | undefined): void => {
  offered = event
  listeners.forEach((tell) => tell())
}

/** Keeps the browser's offer to install the app until a person asks for it. Call it before the first paint. */
export function listenForInstallOffer(target: Window = window): void {
  target.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffered(event as InstallEvent)
  })
  target.addEventListener('appinstalled', () => setOffered(undefined))
}

/** The browser's own question. An offer is good for one question. */
export async function askToInstall(): Promise<void> {
  const event = offered
  setOffered(undefined)
  await event?.prompt()
}

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/* iPadOS calls itself a Mac with a touch screen. Its browsers install from the share menu alone. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** How this browser can install the app; undefined when it cannot, or has. */
export type InstallWay = 'ask' | 'share-menu'

function findInstallWay(): InstallWay | undefined {
  if (offered) return 'ask'
  return isAppleTouch() && !isInstalled() ? 'share-menu' : undefined
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

export const useInstallWay = (): InstallWay | undefined => useSyncExternalStore(subscribe, findInstallWay)
