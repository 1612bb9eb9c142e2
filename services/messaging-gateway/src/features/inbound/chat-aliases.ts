import type { Person } from '../whatsapp-driver'

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

const PERSON = '@s.whatsapp.net'

export const toJid = (number: string): string => `${number}${PERSON}`

/** Every JID under which a chat with these aliases may have been delivered. */
export const toJids = (aliases: readonly string[]): string[] =>
  aliases.map((alias) => {
    const [kind, name] = [aliasKind(alias), alias.slice(alias.indexOf(':') + 1)]
    if (kind === 'phone') return toJid(name)
    return isPrivacyAlias(alias) ? `${name}@${kind}` : name
  })

/** The chat of a JID, without further identities. */
export function parseJid(remoteJid: string): ChatIdentity {
  const [user = '', server = ''] = remoteJid.split('@')
  const digits = /^\d+/.exec(user)?.[0] ?? ''
  return {
    remoteJid,
    isGroup: server === 'g.us',
    number: server === PERSON.slice(1) ? digits : '',
    lid: server === 'lid' ? digits : '',
    ...(server === 'bsuid' && { bsuid: user }),
  }
}
