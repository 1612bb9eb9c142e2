import { cleanText } from '../text/clean-text'

/** An uploaded file on this machine's disk; its type was detected from its first bytes. */
export interface Upload {
  /** As `sanitizeFileName` leaves it. */
  originalName: string
  mimeType: string
  sizeBytes: number
  path: string
}

const MAX_NAME = 200

/** The last path segment of the sender's file name, sanitized for display and download. */
export function sanitizeFileName(original: string): string {
  const last = cleanText(original).split(/[\\/]/).at(-1) ?? ''
  const name = [...last.replace(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu, '').trim()].slice(-MAX_NAME).join('')
  return name === '' || /^\.+$/.test(name) ? 'file' : name
}
