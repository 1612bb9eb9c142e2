import type { Readable } from 'node:stream'

import { isPlaceholder } from '@balcao/contracts'

import {
  formatAddress,
  parseAddress,
  type Address,
  type InboundMessage,
  type InboundRevision,
} from '../../../features/whatsapp-driver'
import type { Untaken } from './inbound-ledger'

/** A chat's key in the ledgers: what names a person, without its kind; the text of a group's address. */
export function toChat(address: Address): string {
  if ('phone' in address) return address.phone
  if ('lid' in address) return address.lid
  return 'bsuid' in address ? address.bsuid : formatAddress(address)
}

export const isGroupChat = (chat: string): boolean => 'group' in parseAddress(chat)

/** The chat key from a name that a user entered: digits, or a group's id with or without its suffix. */
export const parseChatName = (name: string): string => (/^\d{8,15}$/.test(name) ? name : toGroupChat(name))

/** A group's chat key from its id, whose suffix is optional and which may consist of digits like a person's number. */
export const toGroupChat = (id: string): string => (isGroupChat(id) ? id : formatAddress({ group: id }))

/** A chat's name in answers: digits, or the group's id, with its suffix where it would otherwise look like a number. */
export function toChatName(chat: string): string {
  const address = parseAddress(chat)
  const bare = 'group' in address ? address.group : chat
  return parseChatName(bare) === chat ? bare : chat
}

/** The address of a chat's key. */
export function toAddress(chat: string): Address {
  const address = parseAddress(chat)
  return 'group' in address ? address : { phone: chat }
}

/** A stored message in the driver's format. */
export function inboundMessage(message: Untaken, open: () => Promise<Readable>): InboundMessage {
  const { group, location, vcard, lid } = message.extra
  const person = { number: group?.participant ?? message.chat, lid: lid ?? '', name: message.name }
  return {
    waId: message.id,
    chat: toAddress(message.chat),
    author: group && { phone: group.participant },
    fromMe: false,
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
  chat: toAddress(message.chat),
  author: message.extra.group && { phone: message.extra.group.participant },
  fromMe: false,
  waId: message.id,
  deleted: message.revision === 'deleted',
  body: message.body,
})
