/** Why a file is not read. */
export class UnreadableSheet extends Error {
  constructor(readonly reason: 'invalid' | 'too-large') {
    super(reason)
  }
}

/** Of a sheet's columns; the others are not read. */
export const MOST_COLUMNS = 50
/** Characters of a cell's text; the rest is cut. */
export const LONGEST_TEXT = 1_000
