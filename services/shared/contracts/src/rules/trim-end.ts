/** The text without the characters at its end that are in the set. Steps: one for each character that is removed. */
export function trimEndChars(text: string, chars: string): string {
  let end = text.length
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/* What ends a sentence, closes a bracket or marks words as bold, italic or struck belongs to the text around a link. */
const AFTER_LINK = ".,;:!?…”»)]}'*_~"

/** A link as it was found in a text, up to the next space, without what follows it there. */
export const trimLink = (found: string): string => trimEndChars(found, AFTER_LINK)
