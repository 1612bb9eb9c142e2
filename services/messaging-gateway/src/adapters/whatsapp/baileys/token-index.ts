import type { SignalDataTypeMap } from '@whiskeysockets/baileys'

const TOKENS = 'tctoken'
const INDEX = '__index'

/**
 * Whether this is the list of all contacts that have a token, which the library keeps as one more token (`TC_TOKEN_INDEX_KEY`,
 * Utils/tc-token-utils.js, 7.0.0-rc14). It is never stored: who is erased would go on in it. The rows say the same.
 */
export const isTokenIndex = (type: string, id: string): boolean => type === TOKENS && id === INDEX

/** The list as the library reads it. */
export const tokenIndexOf = (ids: readonly string[]): SignalDataTypeMap['tctoken'] => ({
  token: Buffer.from(JSON.stringify(ids)),
})
