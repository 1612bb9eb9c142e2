/** As WhatsApp: a longer text is cut. */
const LONG = 768
const MOST_EMOJIS = 3

const EMOJIS = new RegExp(`^(\\p{RGI_Emoji}\\s*){1,${MOST_EMOJIS}}$`, 'v')

/** Whether the text is one to three emojis and nothing else. */
export const isEmojiOnly = (text: string): boolean => text.length < 60 && EMOJIS.test(text.trim())

/* A text of one word stays as it is. */
const dropLastWord = (text: string): string => {
  let end = text.length
  while (end > 0 && /\S/.test(text.charAt(end - 1))) end -= 1
  return end === 0 ? text : text.slice(0, end).trimEnd()
}

/** What of a text is shown: all of it, or its beginning up to the end of a word. */
export const splitLongText = (text: string, isWhole: boolean): { shown: string; isCut: boolean } => {
  if (isWhole || text.length <= LONG * 1.25) return { shown: text, isCut: false }
  const start = text.slice(0, LONG)
  return { shown: dropLastWord(start), isCut: true }
}
