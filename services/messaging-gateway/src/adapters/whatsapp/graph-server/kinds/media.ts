import { isRecord } from '@balcao/kernel'

import { flag, link, object, text, type Check } from '../fields'
import { GraphError } from '../graph-error'

export type MediaKind = 'audio' | 'document' | 'image' | 'sticker' | 'video'

/* messages/{image,video,document}-messages (2025-11-04): captions of 1,024 characters. */
const caption = text({ max: 1_024 })
const source = { id: text(), link }

/** One of an uploaded file's id and a link, never both. */
function withSource(check: Check): Check {
  return (value, path) => {
    check(value, path)
    const { id, link: url } = isRecord(value) ? value : {}
    if ((id === undefined) === (url === undefined))
      throw new GraphError(id === undefined ? 131008 : 100, {
        details: `Exactly one of id and link is required in ${path}.`,
      })
  }
}

export const checkAudio = withSource(object({ ...source, voice: flag }))
export const checkImage = withSource(object({ ...source, caption }))
export const checkVideo = withSource(object({ ...source, caption }))
export const checkSticker = withSource(object(source))
export const checkDocument = withSource(object({ ...source, caption, filename: text({ max: 240 }) }))

/** A file above an interactive message or a template: no caption. */
export const checkHeaderFile: Readonly<Record<string, Check>> = {
  image: withSource(object(source)),
  video: withSource(object(source)),
  document: withSource(object({ ...source, filename: text({ max: 240 }) })),
}
