import type { MessageView } from '@balcao/contracts'

export interface Picture {
  messageId: string
  kind: 'image' | 'video'
  url: string
  name: string
  mimeType: string
}

/** What can be looked at large, in the messages' order. */
export const listPictures = (messages: readonly MessageView[]): Picture[] =>
  messages.flatMap(({ id, mediaType, mediaUrl, media, isDeleted }) =>
    (mediaType === 'image' || mediaType === 'video') && mediaUrl && !isDeleted
      ? [
          {
            messageId: id,
            kind: mediaType,
            url: mediaUrl,
            name: media?.name ?? '',
            mimeType: media?.mimeType ?? '',
          },
        ]
      : [],
  )
