import { jidDecode, jidEncode } from '@whiskeysockets/baileys'

export const SERVER = 's.whatsapp.net'

/** The server itself, as the sender of its own stanzas. */
export const SERVER_JID = `@${SERVER}`

export type Addressing = 'pn' | 'lid'

/**
 * The device of a business that also uses the Cloud API: Meta holds it, and its addresses have servers of their own (whatsmeow types/jid.go,
 * `HostedServer`, `HostedLIDServer`; Baileys Signal/libsignal.js: 99 on another server is refused).
 */
export const HOSTED_DEVICE = 99

export const numberJid = (number: string, device = 0): string =>
  jidEncode(number, device === HOSTED_DEVICE ? 'hosted' : SERVER, device)
export const lidJid = (lid: string, device = 0): string =>
  jidEncode(lid, device === HOSTED_DEVICE ? 'hosted.lid' : 'lid', device)

const ADDRESSING = new Map<string, Addressing>([
  [SERVER, 'pn'],
  ['hosted', 'pn'],
  ['lid', 'lid'],
  ['hosted.lid', 'lid'],
])

/** User and device of a JID. */
export interface Address {
  user: string
  addressing: Addressing
  device: number
}

/** Undefined for groups, the server and all other JIDs that are not a person's. */
export function parseAddress(jid: string | undefined): Address | undefined {
  const decoded = jidDecode(jid)
  const addressing = decoded && ADDRESSING.get(decoded.server)
  return addressing && { user: decoded.user, addressing, device: decoded.device ?? 0 }
}

/** The other form of a Brazilian mobile number: with or without its ninth digit. */
export function toggleNinthDigit(number: string): string | undefined {
  const long = /^(55\d\d)9(\d{8})$/.exec(number)
  if (long) return `${long[1]}${long[2]}`
  const short = /^(55\d\d)(\d{8})$/.exec(number)
  return short ? `${short[1]}9${short[2]}` : undefined
}
