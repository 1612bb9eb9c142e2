import { cleanText } from '../text/clean-text'

/** A file that the edge hands over: on this machine's disk, its type found by its first bytes. */
export interface Upload {
  /** As `sanitizeFileName` leaves it. */
  originalName: string
  mimeType: string
  sizeBytes: number
  path: string
}

const MAX_NAME = 200

/** The file's last name as the sender called it, fit to be shown and offered for saving. */
export function sanitizeFileName(original: string): string {
  const last = cleanText(original).split(/[\\/]/).at(-1) ?? ''
  const name = [...last.replace(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu, '').trim()].slice(-MAX_NAME).join('')
  return name === '' || /^\.+$/.test(name) ? 'file' : name
}
