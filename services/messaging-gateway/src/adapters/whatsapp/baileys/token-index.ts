import type { SignalDataTypeMap } from '@whiskeysockets/baileys'

const TOKENS = 'tctoken'
const INDEX = '__index'

/**
 * Whether this is the list of all contacts with a token, which the library stores as one more token
 * (`TC_TOKEN_INDEX_KEY`, Utils/tc-token-utils.js, 7.0.0-rc14). Never stored here: it would still name erased
 * contacts. It is computed from the rows.
 */
export const isTokenIndex = (type: string, id: string): boolean => type === TOKENS && id === INDEX

/** The list in the library's format. */
export const buildTokenIndex = (ids: readonly string[]): SignalDataTypeMap['tctoken'] => ({
  token: Buffer.from(JSON.stringify(ids)),
})
