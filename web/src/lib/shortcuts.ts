import { useEffect, useRef, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'

import { isBoolean, readStoredJson, storageKeys, writeStored } from './storage'

export type ShortcutGroup = 'general' | 'goTo' | 'list' | 'ticket'

export interface Shortcut {
  id: string
  /** In tinykeys' words: `Alt+KeyA`, `g t`; several where layouts differ (`?` with and without Shift); none for a command without a key. */
  keys: string | readonly string[]
  /** For the eye: `Alt A`. */
  show: string
  label: string
  group: ShortcutGroup
  /** Works inside fields too, although it has no modifier (Esc). */
  anywhere?: boolean
  /** The command palette offers it. */
  isCommand?: boolean
  /** Otherwise a press stays the browser's. */
  when?: (() => boolean) | undefined
  run: () => void
}

const registered = new Map<string, { current: Shortcut }>()
const listeners = new Set<() => void>()
let listed: Shortcut[] = []

const publish = () => {
  listed = [...registered.values()].map((entry) => entry.current)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every shortcut that works now, for the sheet. */
export const useRegisteredShortcuts = (): Shortcut[] => useSyncExternalStore(subscribe, () => listed)

/** Does what the shortcut does, with its newest handler. */
export const runShortcut = (id: string): void => registered.get(id)?.current.run()

const listKeys = ({ keys }: Pick<Shortcut, 'keys'>): readonly string[] =>
  typeof keys === 'string' ? [keys] : keys

const hasModifier = (keys: string): boolean => /(Alt|Control|Meta|\$mod)\+/.test(keys)

/** Whether single-character shortcuts work (they can be switched off: WCAG 2.1.4). */
export const areCharacterShortcutsOn = (): boolean =>
  readStoredJson(storageKeys.characterShortcuts, isBoolean, true)
export const setCharacterShortcuts = (on: boolean): void =>
  writeStored(storageKeys.characterShortcuts, JSON.stringify(on))

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** While a dialog or menu is open, shortcuts do not run. */
const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null

/**
 * Whether a press may run a shortcut: not over dialogs, and in fields only with a modifier or when it is for them
 * too.
 */
export const canRunShortcut = (keys: string, target: EventTarget | null, anywhere = false): boolean =>
  !isModalOpen() && (anywhere || hasModifier(keys) || (!isField(target) && areCharacterShortcutsOn()))

/**
 * Registers keys for as long as the component is there; the newest handlers are always used. Physical codes
 * (`Alt+KeyA`) survive foreign layouts; Ctrl+Alt is avoided, it is AltGr on Brazilian keyboards.
 */
export const useShortcuts = (shortcuts: Shortcut[]): void => {
  const entries = useRef(new Map<string, { current: Shortcut }>())
  const ids = shortcuts.map((shortcut) => `${shortcut.id}=${listKeys(shortcut).join()}`).join('|')

  useEffect(() => {
    for (const shortcut of shortcuts) {
      const entry = entries.current.get(shortcut.id)
      if (entry) entry.current = shortcut
    }
  })

  useEffect(() => {
    const own = entries.current
    for (const shortcut of shortcuts) {
      const entry = { current: shortcut }
      own.set(shortcut.id, entry)
      registered.set(shortcut.id, entry)
    }
    publish()
    const runIfAllowed = (id: string, keys: string) => (event: KeyboardEvent) => {
      const shortcut = own.get(id)?.current
      if (!canRunShortcut(keys, event.target, shortcut?.anywhere) || shortcut?.when?.() === false) return
      event.preventDefault()
      shortcut?.run()
    }
    const bindings = Object.fromEntries(
      shortcuts.flatMap((shortcut) =>
        listKeys(shortcut).map((keys) => [keys, runIfAllowed(shortcut.id, keys)]),
      ),
    )
    const unbind = tinykeys(window, bindings)
    return () => {
      unbind()
      for (const [id, entry] of own) if (registered.get(id) === entry) registered.delete(id)
      own.clear()
      publish()
    }
    // The handlers are read through `own`; only the set of keys binds again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids])
}
