import { useSyncExternalStore } from 'react'

/* One token for each form on the screen that has something unsaved. */
const held = new Set<symbol>()
const listeners = new Set<() => void>()
let asked: (() => void) | null = null

const setAsked = (proceed: (() => void) | null): void => {
  asked = proceed
  listeners.forEach((tell) => tell())
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

/** From now on `leave` asks, until what is answered here is called. */
export const holdLeaving = (): (() => void) => {
  const token = Symbol('unsaved')
  held.add(token)
  return () => {
    held.delete(token)
  }
}

export const isLeavingHeld = (): boolean => held.size > 0

/** Runs what takes the user away from the forms on the screen: at once, or where something is unsaved after the user's yes. */
export const leave = (proceed: () => void): void => {
  if (isLeavingHeld() && listeners.size > 0) setAsked(proceed)
  else proceed()
}

/** What waits for the user's answer, for the dialog that asks. */
export const useAskedLeave = (): (() => void) | null => useSyncExternalStore(subscribe, () => asked)

export const answerLeave = (isLeft: boolean): void => {
  const proceed = asked
  setAsked(null)
  if (isLeft) proceed?.()
}
