import type { MessageKind } from '@balcao/contracts'

import { mapMimeToKind } from '../whatsapp-driver'

/** What the sender called it, unless its bytes say otherwise. A sticker is an image, a document may be anything. */
export function mediaKind(claimed: MessageKind, mimeType: string): MessageKind {
  const actual = mapMimeToKind(mimeType)
  if (claimed === 'application') return 'application'
  if (claimed === 'sticker') return actual === 'image' ? 'sticker' : actual
  return actual
}
