import { readVcard } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import { unsupported, toText, type Reading } from './content'
import { sanitizeLine, sanitizeText } from './sanitize-values'

const MAX_SOURCE = 500_000
const MAX_CARD = 20_000
const MAX_CARDS = 100

interface Card {
  name: string
  number: string
  vcard: string
}

const BINARY = /^(?:item\d+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i

/* Unfolds continued lines and removes pictures, which are most of a vCard's length. */
const removeBinaries = (vcard: unknown): string =>
  sanitizeText(vcard, MAX_SOURCE)
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => !BINARY.test(line))
    .join('\n')
    .trim()

/* A contact may have a name only: a vCard is built from it, so that the desk can show it. */
function readCard({ displayName, vcard }: proto.Message.IContactMessage): Card | undefined {
  const text = removeBinaries(vcard)
  const written = readVcard(text)
  const name = sanitizeLine(displayName) || sanitizeLine(written.name)
  const number = sanitizeLine(written.number)
  if (name === '' && number === '') return undefined
  const isCard =
    text.length <= MAX_CARD && /^BEGIN:VCARD$/im.test(text) && /^(?:item\d+\.)?F?N[;:]/im.test(text)
  return { name, number, vcard: isCard ? text : buildVcard(name, number) }
}

const buildVcard = (name: string, number: string): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${name || number}`,
    ...(number ? [`TEL:${number}`] : []),
    'END:VCARD',
  ].join('\n')

export function readContact(contact: proto.Message.IContactMessage): Reading {
  const card = readCard(contact)
  return card ? { as: 'content', kind: 'vcard', body: '', vcard: card.vcard } : unsupported
}

const formatCard = ({ name, number }: Card): string => `• ${[name, number].filter(Boolean).join(': ')}`

/** The vCards one after the other; too many for a message become text, with as many vCards as fit attached. */
export function readContacts({ contacts }: proto.Message.IContactsArrayMessage): Reading {
  const cards = (contacts ?? []).slice(0, MAX_CARDS).flatMap((contact) => readCard(contact) ?? [])
  if (cards.length === 0) return unsupported
  const vcard = sanitizeText(cards.map((card) => card.vcard).join('\n'))
  if (vcard.length <= MAX_CARD && cards.length === contacts?.length)
    return { as: 'content', kind: 'vcard', body: '', vcard }
  const more = (contacts?.length ?? 0) - cards.length
  const text = toText(
    `👥 *${cards.length + more} contatos*`,
    ...cards.map(formatCard),
    more > 0 ? `• … e mais ${more}` : '',
  )
  return text.as === 'content' ? { ...text, vcard } : text
}
