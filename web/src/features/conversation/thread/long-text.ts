/** As WhatsApp: a longer text is cut. */
const LONG = 768
const MOST_EMOJIS = 3

const EMOJIS = new RegExp(`^(\\p{RGI_Emoji}\\s*){1,${MOST_EMOJIS}}$`, 'v')

/** Whether the text is one to three emojis and nothing else. */
export const isEmojiOnly = (text: string): boolean => text.length < 60 && EMOJIS.test(text.trim())

/** What of a text is shown: all of it, or its beginning up to the end of a word. */
export const splitLongText = (text: string, isWhole: boolean): { shown: string; isCut: boolean } => {
  if (isWhole || text.length <= LONG * 1.25) return { shown: text, isCut: false }
  const start = text.slice(0, LONG)
  return { shown: start.replace(/\s+\S*$/u, ''), isCut: true }
}
