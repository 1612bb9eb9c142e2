import { createElement, type ReactNode } from 'react'
import { toast as sonner } from 'sonner'

import { TOAST_ERROR_MS, TOAST_OK_MS, TOAST_WARNING_MS } from './constants'

interface ToastOptions {
  /** Toasts of one key replace each other; without one, the text is the key. */
  key?: string
  durationMs?: number
  /** A pointer over a toast keeps it; this one ends then too, for its action is no longer possible. */
  endsUnderPointer?: boolean
  action?: { label: string; onClick: () => void }
}

const say = (role: 'status' | 'alert', text: ReactNode) => createElement('span', { role }, text)

const toSonnerOptions = (text: string, durationMs: number, options: ToastOptions) => ({
  id: options.key ?? text,
  duration: options.durationMs ?? durationMs,
  action: options.action,
})

/** Toasts. Never the only place where an error is shown. */
export const toast = {
  success: (text: string, options: ToastOptions = {}) => {
    const shown = toSonnerOptions(text, TOAST_OK_MS, options)
    sonner.success(say('status', text), shown)
    if (options.endsUnderPointer) setTimeout(() => sonner.dismiss(shown.id), shown.duration)
  },
  info: (text: string, options: ToastOptions = {}) =>
    sonner.info(say('status', text), toSonnerOptions(text, TOAST_OK_MS, options)),
  warning: (text: string, options: ToastOptions = {}) =>
    sonner.warning(say('alert', text), toSonnerOptions(text, TOAST_WARNING_MS, options)),
  error: (text: string, options: ToastOptions = {}) =>
    sonner.error(say('alert', text), toSonnerOptions(text, TOAST_ERROR_MS, options)),
  dismiss: (key?: string) => sonner.dismiss(key),
}
