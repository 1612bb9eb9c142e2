import { createElement, type ReactNode } from 'react'
import type { toast as Sonner } from 'sonner'

import { TOAST_ERROR_MS, TOAST_OK_MS, TOAST_WARNING_MS } from './constants'

interface ToastOptions {
  /** Toasts of one key replace each other; without one, the text is the key. */
  key?: string
  durationMs?: number
  /** A pointer over a toast keeps it; this one ends then too, for its action is no longer possible. */
  endsUnderPointer?: boolean
  action?: { label: string; onClick: () => void }
}

type Toaster = typeof Sonner

let toaster: Toaster | undefined
let waiting: ((toaster: Toaster) => void)[] = []
let callToaster = (): void => undefined

/* Its code comes after the first screen's; what is said before waits for it. */
const withToaster = (act: (toaster: Toaster) => void): void => {
  if (toaster) return act(toaster)
  waiting.push(act)
  callToaster()
}

/** Calls `call` when a toast waits for the toaster, now or later. */
export const onToastWaiting = (call: () => void): void => {
  callToaster = call
  if (waiting.length > 0) call()
}

/** Of the toaster, once it is on the page: shows what was said before. */
export const openToaster = (opened: Toaster): void => {
  toaster = opened
  for (const act of waiting) act(opened)
  waiting = []
}

const say = (role: 'status' | 'alert', text: ReactNode) => createElement('span', { role }, text)

const toastOf =
  (kind: 'success' | 'info' | 'warning' | 'error', role: 'status' | 'alert', standardMs: number) =>
  (text: string, { key: id = text, durationMs: duration = standardMs, ...options }: ToastOptions = {}) => {
    withToaster((sonner) => {
      sonner[kind](say(role, text), { id, duration, action: options.action })
      if (options.endsUnderPointer) setTimeout(() => sonner.dismiss(id), duration)
    })
  }

/** Toasts. Never the only place where an error is shown. */
export const toast = {
  success: toastOf('success', 'status', TOAST_OK_MS),
  info: toastOf('info', 'status', TOAST_OK_MS),
  warning: toastOf('warning', 'alert', TOAST_WARNING_MS),
  error: toastOf('error', 'alert', TOAST_ERROR_MS),
  dismiss: (key?: string) => withToaster((sonner) => void sonner.dismiss(key)),
}
