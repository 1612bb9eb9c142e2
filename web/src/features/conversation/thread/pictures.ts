import type { MessageView } from '@balcao/contracts'

import { toShownKind } from './file-kind'

export interface Picture {
  messageId: string
  kind: 'image' | 'video'
  url: string
  name: string
  mimeType: string
}

/** What can be looked at large, in the messages' order. */
export const listPictures = (messages: readonly MessageView[]): Picture[] =>
  messages.flatMap((message) => {
    const kind = toShownKind(message)
    const { id, mediaUrl, media, isDeleted } = message
    if ((kind !== 'image' && kind !== 'video') || !mediaUrl || isDeleted) return []
    return [{ messageId: id, kind, url: mediaUrl, name: media?.name ?? '', mimeType: media?.mimeType ?? '' }]
  })
