import type { Check } from '../fields'
import { checkContacts } from './contacts'
import { checkInteractive } from './interactive'
import { checkLocation } from './location'
import { checkAudio, checkDocument, checkImage, checkSticker, checkVideo } from './media'
import { checkReaction } from './reaction'
import { checkTemplate } from './template'
import { checkText } from './text'

/** The kinds of messages that the API takes, and what checks the field of the kind's name. */
export const MESSAGE_KINDS: Readonly<Record<string, Check>> = {
  text: checkText,
  audio: checkAudio,
  document: checkDocument,
  image: checkImage,
  sticker: checkSticker,
  video: checkVideo,
  location: checkLocation,
  contacts: checkContacts,
  reaction: checkReaction,
  interactive: checkInteractive,
  template: checkTemplate,
}
