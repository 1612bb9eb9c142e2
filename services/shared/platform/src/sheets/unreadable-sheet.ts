/** Why a file is not read. */
export class UnreadableSheet extends Error {
  constructor(readonly reason: 'invalid' | 'too-large') {
    super(reason)
  }
}

/** Of a sheet's columns; the others are not read. */
export const MOST_COLUMNS = 50
/** Characters of a cell’s text; the rest is cut. Twice what is kept of any cell, so that blanks around it do no harm. */
export const LONGEST_TEXT = 200
