import type { MessageKind } from '@balcao/contracts'

import { mapMimeToKind } from '../whatsapp-driver'

/** The sender's kind, unless the bytes have another type. A sticker is an image, a document may have any type. */
export function chooseMediaKind(claimed: MessageKind, mimeType: string): MessageKind {
  const actual = mapMimeToKind(mimeType)
  if (claimed === 'application') return 'application'
  if (claimed === 'sticker') return actual === 'image' ? 'sticker' : actual
  return actual
}
