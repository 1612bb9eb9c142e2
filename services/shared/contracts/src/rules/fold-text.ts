const MARKS = /\p{M}+/gu

/**
 * Text for comparison: without accents, lower case, compatibility forms unified (`ﬁ` → `fi`, `Ａ` → `a`). Marks are removed
 * before the text is decomposed, too: putting a run of them in order takes steps by the square of its length.
 */
export const foldText = (text: string): string =>
  text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
