import type { MediaKind } from './kinds/media'

const KB = 1_024
const MB = 1_024 * KB

/** What the API takes, by MIME type (business-phone-numbers/media#supported-media-types, 2026-09-11). */
export const MEDIA_TYPES: Readonly<Record<string, { kind: MediaKind; maxBytes: number }>> = {
  'audio/aac': { kind: 'audio', maxBytes: 16 * MB },
  'audio/amr': { kind: 'audio', maxBytes: 16 * MB },
  'audio/mpeg': { kind: 'audio', maxBytes: 16 * MB },
  'audio/mp4': { kind: 'audio', maxBytes: 16 * MB },
  'audio/ogg': { kind: 'audio', maxBytes: 16 * MB },
  'text/plain': { kind: 'document', maxBytes: 100 * MB },
  'application/pdf': { kind: 'document', maxBytes: 100 * MB },
  'application/msword': { kind: 'document', maxBytes: 100 * MB },
  'application/vnd.ms-excel': { kind: 'document', maxBytes: 100 * MB },
  'application/vnd.ms-powerpoint': { kind: 'document', maxBytes: 100 * MB },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'document',
    maxBytes: 100 * MB,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'document',
    maxBytes: 100 * MB,
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    kind: 'document',
    maxBytes: 100 * MB,
  },
  'image/jpeg': { kind: 'image', maxBytes: 5 * MB },
  'image/png': { kind: 'image', maxBytes: 5 * MB },
  'image/webp': { kind: 'sticker', maxBytes: 500 * KB },
  'video/3gpp': { kind: 'video', maxBytes: 16 * MB },
  'video/mp4': { kind: 'video', maxBytes: 16 * MB },
}

const STATIC_STICKER_BYTES = 100 * KB

/** Largest size of a file; a sticker that does not move has less. */
export function largestBytes(mimeType: string, content: Buffer): number | undefined {
  const type = MEDIA_TYPES[mimeType]
  return type?.kind === 'sticker' && !content.includes('ANIM') ? STATIC_STICKER_BYTES : type?.maxBytes
}

const startsWith =
  (text: string, at = 0) =>
  (content: Buffer) =>
    content.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

const LOOKS_LIKE: Readonly<Record<string, (content: Buffer) => boolean>> = {
  'image/jpeg': startsWith('\xff\xd8\xff'),
  'image/png': startsWith('\x89PNG\r\n\x1a\n'),
  'image/webp': startsWith('WEBP', 8),
  'application/pdf': startsWith('%PDF-'),
  'audio/ogg': (content) => startsWith('OggS')(content) && content.subarray(0, 512).includes('OpusHead'),
  'audio/mp4': startsWith('ftyp', 4),
  'video/mp4': startsWith('ftyp', 4),
  'video/3gpp': startsWith('ftyp', 4),
}

/** Whether the bytes are what the type says, as far as their beginning tells: otherwise delivery fails with 131053. */
export function isOfType(mimeType: string, content: Buffer): boolean {
  return LOOKS_LIKE[mimeType]?.(content) ?? true
}
