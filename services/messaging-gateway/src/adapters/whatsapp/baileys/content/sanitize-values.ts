import { encodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'
import { cleanText, sanitizeFileName } from '@balcao/kernel'

/** The longest body of the desk's contracts, in UTF-16 units; WhatsApp's own apps have the same limit. */
export const MAX_BODY = 65_536

const MAX_LINE = 300
const DAY_SECONDS = 86_400

/** protobuf's 64-bit integers, without a dependency on the class. */
interface Long {
  toNumber(): number
}

const isLong = (value: unknown): value is Long =>
  typeof value === 'object' && value !== null && 'toNumber' in value && typeof value.toNumber === 'function'

/** An integer from 0 to Number.MAX_SAFE_INTEGER; 0 for everything else. */
export function sanitizeCount(value: unknown): number {
  const number = isLong(value) ? value.toNumber() : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return 0
  const whole = Math.round(number)
  return whole > 0 && whole <= Number.MAX_SAFE_INTEGER ? whole : 0
}

/** A duration of at most one day, in seconds; 0 for everything else. */
export function sanitizeSeconds(value: unknown): number {
  const seconds = sanitizeCount(value)
  return seconds <= DAY_SECONDS ? seconds : 0
}

/** The bars of a voice note; undefined unless there are 64. */
export const sanitizeWaveform = (value: unknown): string | undefined =>
  value instanceof Uint8Array && value.length === WAVEFORM_BARS ? encodeWaveform(value) : undefined

const MAX_THUMBNAIL_BYTES = 16 * 1024
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff])

/** A JPEG of at most 16 KiB in base64; '' for everything else. */
export const sanitizeThumbnail = (value: unknown): string =>
  value instanceof Uint8Array &&
  value.length <= MAX_THUMBNAIL_BYTES &&
  Buffer.from(value.subarray(0, JPEG_HEAD.length)).equals(JPEG_HEAD)
    ? Buffer.from(value).toString('base64')
    : ''

/** An amount of money, possibly negative or fractional; undefined when it is not a number. */
export function sanitizeAmount(value: unknown): number | undefined {
  const number = isLong(value) ? value.toNumber() : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) < 1e15 ? number : undefined
}

const isString = (value: unknown): value is string => typeof value === 'string'

/* Keeps line breaks and tabs; removes every other control character. */
const removeControls = (text: string): string =>
  cleanText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')

const cutAt = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '')

const formatCutNote = (missing: number): string => `\n[… mensagem cortada: mais ${missing} caracteres]`

/** A text with WhatsApp's marks unchanged. Cut at the limit; the last line then states how much is missing. */
export function sanitizeText(value: unknown, limit = MAX_BODY): string {
  if (!isString(value)) return ''
  // At most eight times the limit is processed, also for a text of control characters only.
  const seen = value.slice(0, limit * 8)
  const text = removeControls(seen)
  if (text.length <= limit && seen.length === value.length) return text
  const kept = cutAt(text, limit - formatCutNote(value.length).length)
  return kept + formatCutNote(value.length - kept.length)
}

/** A name, title or label: one line, without invisible characters that change the direction of text. */
export function sanitizeLine(value: unknown, limit = MAX_LINE): string {
  if (!isString(value)) return ''
  const line = removeControls(value.slice(0, limit * 8))
    .replace(/[\n\t\u2028\u2029]+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '')
    .trim()
  return line.length <= limit ? line : `${cutAt(line, limit - 1)}…`
}

/** A file name; '' when the sender gave none. */
export function sanitizeName(value: unknown): string {
  const name = isString(value) ? value.slice(-2_000) : ''
  return name.trim() === '' ? '' : sanitizeFileName(name)
}

/** A WhatsApp id; '' when it cannot be one. */
export function sanitizeId(value: unknown): string {
  return isString(value) && /^[\x21-\x7e]{1,128}$/.test(value) ? value : ''
}

/** The MIME type that the sender states. */
export function sanitizeMimeType(value: unknown, otherwise: string): string {
  if (!isString(value) || value.length > 100) return otherwise
  return /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(value) ? value : otherwise
}
