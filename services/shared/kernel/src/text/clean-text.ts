/** Text that Postgres and JSON can hold: without NUL, lone surrogates replaced. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
