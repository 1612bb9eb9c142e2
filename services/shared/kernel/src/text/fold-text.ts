/** Text for comparison: without accents, lower case, compatibility forms unified (`ﬁ` → `fi`, `Ａ` → `a`). */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
