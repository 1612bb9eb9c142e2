import type { MessageKind } from '@balcao/contracts'

import { bareMimeType } from '../../../../bare-mime-type'
import type { MediaType } from './content'

/* Types that every phone shows inside the chat. Other types are sent as documents, which every phone can open. */
const shownInChat: Partial<Record<MediaType, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/amr', 'audio/ogg'],
  sticker: ['image/webp'],
}

const mediaTypeByKind: Partial<Record<MessageKind, MediaType>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  sticker: 'sticker',
}

/**
 * The media type to send a file as. WhatsApp has no caption for
 * audio and stickers: with a caption they are sent as documents.
 */
export function chooseMediaType(file: { kind: MessageKind; mimeType: string; caption: string }): MediaType {
  const type = mediaTypeByKind[file.kind]
  if (!type || !shownInChat[type]?.includes(bareMimeType(file.mimeType))) return 'document'
  const isWithoutCaption = type === 'audio' || type === 'sticker'
  return isWithoutCaption && file.caption !== '' ? 'document' : type
}
