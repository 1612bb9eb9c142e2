import type { MessageKind } from '@balcao/contracts'

import type { MediaType } from './content'

/* What every phone shows in place. Anything else arrives as a document, which can always be opened. */
const shownInPlace: Partial<Record<MediaType, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/amr', 'audio/ogg'],
  sticker: ['image/webp'],
}

const familyOf: Partial<Record<MessageKind, MediaType>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  sticker: 'sticker',
}

/** The bare type, without `; codecs=…`. */
export const bareMimeType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()

/** As what a file is sent. Sound and stickers have no words on WhatsApp: with a caption they go as documents. */
export function mediaShape(file: { kind: MessageKind; mimeType: string; caption: string }): MediaType {
  const family = familyOf[file.kind]
  if (!family || !shownInPlace[family]?.includes(bareMimeType(file.mimeType))) return 'document'
  const isMute = family === 'audio' || family === 'sticker'
  return isMute && file.caption !== '' ? 'document' : family
}
