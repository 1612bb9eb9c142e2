import type { Readable } from 'node:stream'

import { isPlaceholder } from '@balcao/contracts'

import type { InboundMessage, InboundRevision } from '../../../features/whatsapp-driver'
import type { Untaken } from './inbound-ledger'

const PERSON = '@s.whatsapp.net'
const GROUP = '@g.us'

/** A chat's key in the ledgers: digits of a person, the JID of a group. */
export const toChat = (jid: string): string =>
  jid.endsWith(GROUP) ? jid : jid.slice(0, jid.search(/[:@]|$/))

/** The chat key from a name that a user entered: digits, or a group's id with or without its suffix. */
export const parseChatName = (name: string): string =>
  /^\d{8,15}$/.test(name) || name.endsWith(GROUP) ? name : `${name}${GROUP}`

/** A group's chat key from its id, whose suffix is optional and which may consist of digits like a person's number. */
export const toGroupChat = (id: string): string => (id.endsWith(GROUP) ? id : `${id}${GROUP}`)

/** A chat's name in answers: digits, or the group's id, with its suffix where it would otherwise look like a number. */
export function toChatName(chat: string): string {
  const bare = chat.endsWith(GROUP) ? chat.slice(0, -GROUP.length) : chat
  return parseChatName(bare) === chat ? bare : chat
}

export const isGroupChat = (chat: string): boolean => chat.endsWith(GROUP)

export const toJid = (chat: string): string => (isGroupChat(chat) ? chat : `${chat}${PERSON}`)

/** A stored message in the driver's format. */
export function inboundMessage(message: Untaken, open: () => Promise<Readable>): InboundMessage {
  const { group, location, vcard, lid } = message.extra
  const person = { number: group?.participant ?? message.chat, lid: lid ?? '', name: message.name }
  return {
    waId: message.id,
    remoteJid: toJid(message.chat),
    participant: group ? `${group.participant}${PERSON}` : '',
    fromMe: false,
    isGroup: isGroupChat(message.chat),
    contact: group ? { number: '', lid: '', name: group.subject } : person,
    sender: group ? person : undefined,
    kind: message.kind,
    // Content that a phone sends later is reported as `filled`.
    body: isPlaceholder(message.kind) ? '' : message.body,
    media: message.mediaId
      ? {
          name: message.mediaName ?? '',
          claimedMimeType: message.mediaMimeType ?? '',
          durationSeconds: 0,
          waveform: message.extra.waveform,
          thumbnail: message.extra.thumbnail,
          sizeBytes: message.mediaSizeBytes ?? 0,
          reference: { mediaId: message.mediaId },
          open,
        }
      : undefined,
    quotedWaId: message.quotedId,
    location,
    vcard: vcard ?? '',
    ad: undefined,
    marks: message.extra.marks ?? [],
    sentAt: message.at,
  }
}

export const inboundRevision = (message: Untaken): InboundRevision => ({
  remoteJid: toJid(message.chat),
  participant: message.extra.group ? `${message.extra.group.participant}${PERSON}` : '',
  fromMe: false,
  waId: message.id,
  deleted: message.revision === 'deleted',
  body: message.body,
})
