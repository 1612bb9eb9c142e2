import type { MessageKind, MessageView } from '@balcao/contracts'

/** How a file of this type is shown. */
export const toFileKind = (mimeType: string): MessageKind => {
  const family = mimeType.split('/')[0]
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'application'
}

/** How the message is shown: a template with a file in its header has it above the text, as a file with its caption. */
export const toShownKind = ({ mediaType, media }: Pick<MessageView, 'mediaType' | 'media'>): MessageKind =>
  mediaType === 'template' && media ? toFileKind(media.mimeType) : mediaType
