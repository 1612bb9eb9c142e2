import { formatAddress, parseAddress, type Address, type Person } from '../whatsapp-driver'

export interface ChatIdentity {
  remoteJid: string
  isGroup: boolean
  /** Digits; '' when the network shows only a privacy id. */
  number: string
  lid: string
  bsuid?: string | undefined
}

const PRIVACY_IDS = ['lid', 'bsuid'] as const

/** Whether it names a person whose number the network need not show. */
export const isPrivacyAlias = (alias: string): boolean =>
  PRIVACY_IDS.some((kind) => alias.startsWith(`${kind}:`))

/** The kind before the colon. */
export const aliasKind = (alias: string): string => alias.slice(0, alias.indexOf(':'))

/**
 * The other form of a Brazilian mobile: with or without the ninth digit that was added in 2012 to 2016.
 * WhatsApp keeps older accounts under eight digits. Undefined for every other number.
 */
export function toggleNinthDigit(number: string): string | undefined {
  const match = /^55([1-9]\d)(9?)([6-9]\d{7})$/.exec(number)
  if (!match) return undefined
  const [, area, nine, rest] = match
  return nine === '9' ? `55${area}${rest}` : `55${area}9${rest}`
}

/** Every alias under which the network may deliver this chat, sorted so that transactions lock them in one order. */
export function chatAliases(chat: ChatIdentity): string[] {
  if (chat.isGroup) return [`group:${chat.remoteJid}`]
  const aliases = new Set<string>()
  if (chat.number) aliases.add(`phone:${chat.number}`)
  const otherForm = toggleNinthDigit(chat.number)
  if (otherForm) aliases.add(`phone:${otherForm}`)
  for (const kind of PRIVACY_IDS) if (chat[kind]) aliases.add(`${kind}:${chat[kind]}`)
  if (aliases.size === 0) aliases.add(`jid:${chat.remoteJid}`)
  return [...aliases].sort()
}

/**
 * The person of these aliases: the first of each kind, since one who took another number keeps the former ones; of a Brazilian mobile the
 * longer form.
 */
export function pickPerson(aliases: readonly string[]): Person {
  const named = (kind: string) =>
    aliases.filter((alias) => alias.startsWith(kind)).map((alias) => alias.slice(kind.length))
  const [number = '', ...others] = named('phone:')
  const otherForm = others.find((other) => other === toggleNinthDigit(number)) ?? ''
  return {
    number: otherForm.length > number.length ? otherForm : number,
    lid: named('lid:')[0] ?? '',
    bsuid: named('bsuid:')[0],
    name: '',
  }
}

function toAddress(alias: string): Address {
  const name = alias.slice(alias.indexOf(':') + 1)
  switch (aliasKind(alias)) {
    case 'phone':
      return { phone: name }
    case 'lid':
      return { lid: name }
    case 'bsuid':
      return { bsuid: name }
    default:
      return parseAddress(name)
  }
}

/** Every `remoteJid` under which a chat with these aliases may have been delivered. */
export const toRemoteJids = (aliases: readonly string[]): string[] =>
  aliases.map((alias) => formatAddress(toAddress(alias)))

/** The chat of an address, without further identities. */
export function toChat(address: Address): ChatIdentity {
  return {
    remoteJid: formatAddress(address),
    isGroup: 'group' in address,
    number: 'phone' in address ? address.phone : '',
    lid: 'lid' in address ? address.lid : '',
    ...('bsuid' in address && { bsuid: address.bsuid }),
  }
}

/** As above, of its text. */
export const parseChat = (remoteJid: string): ChatIdentity => toChat(parseAddress(remoteJid))
