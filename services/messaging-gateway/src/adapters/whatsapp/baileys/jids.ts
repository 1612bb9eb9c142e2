import { formatAddress, type Address, type Person } from '../../../features/whatsapp-driver'

export interface ParsedJid {
  user: string
  server: string
}

/** The parts of `5511…:7@s.whatsapp.net` without its device. Undefined for anything but a JID. */
export function parseJid(jid: string | null | undefined): ParsedJid | undefined {
  const match = /^([^@:_]*)(?:_\d+)?(?::\d+)?@([a-z.]+)$/.exec(jid ?? '')
  const [, user = '', server = ''] = match ?? []
  return match && user ? { user, server } : undefined
}

const NUMBER_SERVERS = new Set(['s.whatsapp.net', 'c.us', 'hosted'])
const LID_SERVERS = new Set(['lid', 'hosted.lid'])

/** The JID of an address. What WhatsApp Web has none of goes as its text, which the server refuses. */
export const toJid = (address: Address): string => formatAddress(address)

/** The address of a JID without a device. */
export function toAddress(jid: string): Address {
  const [, user = '', server = ''] = /^(.*)@([a-z.]+)$/s.exec(jid) ?? []
  if (server === 'g.us') return { group: user }
  if (!/^\d+$/.test(user)) return { other: jid }
  if (server === 's.whatsapp.net') return { phone: user }
  return server === 'lid' ? { lid: user } : { other: jid }
}

/** The digits of a phone-number JID, or ''. */
export function parseNumber(jid: string | null | undefined): string {
  const address = parseJid(jid)
  return address && NUMBER_SERVERS.has(address.server) && /^\d{5,20}$/.test(address.user) ? address.user : ''
}

/** The digits of a LID, or ''. */
export function parseLid(jid: string | null | undefined): string {
  const address = parseJid(jid)
  return address && LID_SERVERS.has(address.server) && /^\d{1,25}$/.test(address.user) ? address.user : ''
}

/** A person from all JIDs that name the same person. */
export function toPerson(jids: readonly (string | null | undefined)[], name: string): Person {
  return {
    number: jids.map(parseNumber).find(Boolean) ?? '',
    lid: jids.map(parseLid).find(Boolean) ?? '',
    name,
  }
}

export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
export const isStatus = (jid: string): boolean => jid === 'status@broadcast'
export const isBroadcastList = (jid: string): boolean => jid.endsWith('@broadcast') && !isStatus(jid)
export const isChannel = (jid: string): boolean => jid.endsWith('@newsletter')
