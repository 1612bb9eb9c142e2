import { jidDecode, jidEncode } from '@whiskeysockets/baileys'

export const SERVER = 's.whatsapp.net'

/** The server itself, as the sender of its own stanzas. */
export const SERVER_JID = `@${SERVER}`

export type Addressing = 'pn' | 'lid'

export const numberJid = (number: string, device = 0): string => jidEncode(number, SERVER, device)
export const lidJid = (lid: string, device = 0): string => jidEncode(lid, 'lid', device)

/** User and device of a JID. */
export interface Address {
  user: string
  addressing: Addressing
  device: number
}

/** Undefined for groups, the server and all other JIDs that are not a person's. */
export function parseAddress(jid: string | undefined): Address | undefined {
  const decoded = jidDecode(jid)
  if (!decoded || (decoded.server !== SERVER && decoded.server !== 'lid')) return undefined
  return {
    user: decoded.user,
    addressing: decoded.server === 'lid' ? 'lid' : 'pn',
    device: decoded.device ?? 0,
  }
}

/** The other form of a Brazilian mobile number: with or without its ninth digit. */
export function toggleNinthDigit(number: string): string | undefined {
  const long = /^(55\d\d)9(\d{8})$/.exec(number)
  if (long) return `${long[1]}${long[2]}`
  const short = /^(55\d\d)(\d{8})$/.exec(number)
  return short ? `${short[1]}9${short[2]}` : undefined
}
