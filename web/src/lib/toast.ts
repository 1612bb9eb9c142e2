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

const toastOf =
  (kind: 'success' | 'info' | 'warning' | 'error', role: 'status' | 'alert', standardMs: number) =>
  (text: string, { key: id = text, durationMs: duration = standardMs, ...options }: ToastOptions = {}) => {
    sonner[kind](say(role, text), { id, duration, action: options.action })
    if (options.endsUnderPointer) setTimeout(() => sonner.dismiss(id), duration)
  }

/** Toasts. Never the only place where an error is shown. */
export const toast = {
  success: toastOf('success', 'status', TOAST_OK_MS),
  info: toastOf('info', 'status', TOAST_OK_MS),
  warning: toastOf('warning', 'alert', TOAST_WARNING_MS),
  error: toastOf('error', 'alert', TOAST_ERROR_MS),
  dismiss: (key?: string) => sonner.dismiss(key),
}
