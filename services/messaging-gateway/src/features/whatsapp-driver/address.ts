/**
 * Where messages of a chat go, or who wrote one: a person by the one name under which the network shows them, or a group by its id.
 * `other`: a text that names none of these, kept as it is.
 */
export type Address =
  /** Digits, with the country code. */
  | { phone: string }
  /** Digits of WhatsApp's privacy id. */
  | { lid: string }
  /** The official API's id of a person for one business portfolio. */
  | { bsuid: string }
  | { group: string }
  | { other: string }

const ADDRESS = /^(.*)@([^@]+)$/s
const DIGITS = /^\d+/

/** The address of a text under which rows, events and the API keep a chat or an author; a device in it is left out. */
export function parseAddress(text: string): Address {
  const [, name = '', kind] = ADDRESS.exec(text) ?? []
  const [digits] = DIGITS.exec(name) ?? []
  if (kind === 's.whatsapp.net' && digits) return { phone: digits }
  if (kind === 'lid' && digits) return { lid: digits }
  if (kind === 'bsuid' && name) return { bsuid: name }
  return kind === 'g.us' ? { group: name } : { other: text }
}

/** The text under which rows, events and the API keep it: `remoteJid` of a chat, `participant` of an author. */
export function formatAddress(address: Address): string {
  if ('phone' in address) return `${address.phone}@s.whatsapp.net`
  if ('lid' in address) return `${address.lid}@lid`
  if ('bsuid' in address) return `${address.bsuid}@bsuid`
  return 'group' in address ? `${address.group}@g.us` : address.other
}

/** The author of a message in a group, by its `participant`; undefined elsewhere. */
export const parseAuthor = (participant: string): Address | undefined =>
  participant === '' ? undefined : parseAddress(participant)
