import type { MessageKind } from '@balcao/contracts'

import type { MediaType } from './content'

/* Types that every phone shows inside the chat. Other types are sent as documents, which every phone can open. */
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

/** The type and subtype in lower case, without parameters such as `; codecs=…`. */
export const bareMimeType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()

/**
 * The media type to send a file as. WhatsApp has no caption for
 * audio and stickers: with a caption they are sent as documents.
 */
export function mediaShape(file: { kind: MessageKind; mimeType: string; caption: string }): MediaType {
  const family = familyOf[file.kind]
  if (!family || !shownInPlace[family]?.includes(bareMimeType(file.mimeType))) return 'document'
  const isMute = family === 'audio' || family === 'sticker'
  return isMute && file.caption !== '' ? 'document' : family
}
