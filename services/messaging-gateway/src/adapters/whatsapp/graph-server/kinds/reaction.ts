import { object, text, type Check } from '../fields'
import { GraphError } from '../graph-error'

const shape = object({ message_id: text(), emoji: text({ min: 0 }) }, ['message_id', 'emoji'])

/** messages/reaction-messages (2025-11-04): one emoji; an empty one takes the reaction back. */
export const checkReaction: Check = (value, path) => {
  shape(value, path)
  const { emoji } = value as { emoji: string }
  if (emoji !== '' && !isEmoji(emoji))
    throw new GraphError(131009, { details: `Parameter ${path}['emoji'] is not an emoji.` })
}

/* One grapheme, with a picture, a flag or a key cap in it. */
function isEmoji(text: string): boolean {
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return graphemes.length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)
}
