import type { MessageView } from '@balcao/contracts'

/** The words under a file. A body that repeats the file's name is none. */
export const selectCaption = ({ body, media }: MessageView): string =>
  media && body === media.name ? '' : body
