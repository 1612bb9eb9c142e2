import { createHash } from 'node:crypto'

import { messageId, type MessageKind, type UserId } from '@balcao/contracts'
import type {
  Choices,
  FallbackFacts,
  FilledTemplate,
  Location,
  Media,
  OutboundLane,
  QuotedMessage,
} from '@balcao/contracts/wire'
import type { Ids, Tx } from '@balcao/kernel'

import { chooseAddress } from '../contacts'
import type { Appended, Draft } from './append-messages'
import { chooseMediaKind, buildPreview } from './message'
import type { MessageDeps } from './message-deps'
import { outboundRequested, type QuotedSource } from './message-events'

/** One message to send. */
export interface OutgoingPart {
  body: string
  media?: Media | undefined
  /** Undefined: text, or as its file's type is shown. */
  kind?: MessageKind | undefined
  location?: Location | undefined
  vcard?: string | undefined
  /** Of the kind `template`. */
  template?: FilledTemplate | undefined
  /** Of a text, which says the same. */
  choices?: Choices | undefined
  isForwarded?: boolean | undefined
  /** What is said in the file. */
  transcript?: string | undefined
}

export interface OutgoingContext {
  source: 'desk' | 'service'
  clientIds: readonly (string | undefined)[]
  userId: UserId | undefined
  senderName: string
  quoted?: QuotedMessage | undefined
  now: Date
}

/** A stable id for the n-th message of one request: the first has the caller's own. */
export function derivePartClientId(clientId: string, index: number): string {
  if (index === 0) return clientId.toLowerCase()
  const hex = createHash('sha256').update(`${clientId.toLowerCase()}:${index}`).digest('hex')
  // A version 8 UUID: the scheme is our own (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const MAX_PARTS = 10

/** The ids of all messages that one request can make in one ticket. */
export const listClientIds = (clientId: string | undefined): string[] =>
  clientId === undefined
    ? []
    : Array.from({ length: MAX_PARTS }, (_, index) => derivePartClientId(clientId, index))

/** Drafts of outgoing messages: ack 0, read. Only the first one quotes. */
export function draftOutgoing(ids: Ids, parts: readonly OutgoingPart[], context: OutgoingContext): Draft[] {
  return parts.map((part, index) => {
    const { body, media, location, vcard = '', template, choices, transcript } = part
    const id = messageId(ids.next())
    const kind: MessageKind = part.kind ?? (media ? chooseMediaKind(media.mimeType) : 'chat')
    const document = {
      id,
      body,
      media,
      quoted: index === 0 ? context.quoted : undefined,
      location,
      vcard,
      template,
      choices,
      senderName: context.senderName,
      transcript,
    }
    return {
      document,
      message: {
        id,
        remoteJid: '',
        participant: '',
        fromMe: true,
        waId: undefined,
        source: context.source,
        kind,
        preview: buildPreview(document),
        ack: 0,
        failure: '',
        read: true,
        deleted: false,
        edited: false,
        marks: part.isForwarded ? ['forwarded'] : [],
        mediaState: '',
        mediaWait: undefined,
        reactions: [],
        clientId: context.clientIds[index],
        userId: context.userId,
        createdAt: context.now,
        updatedAt: context.now,
      },
    }
  })
}

interface OutboundRequestOptions {
  lane: OutboundLane
  /** What the first message quotes. */
  quoted?: QuotedSource | undefined
  /** Of the send that wrote the messages. */
  clientKey?: string | undefined
  asksNumber?: boolean | undefined
  /** Of the first message, which the company sends by itself; what else it says at once has no template. */
  automatic?: Omit<FallbackFacts, 'contactName'> | undefined
}

/** Appends the requests to the gateway, in the messages' order. */
export async function requestOutbound(
  deps: Pick<MessageDeps, 'contacts' | 'events' | 'ids' | 'clock'>,
  tx: Tx,
  appended: Appended,
  { lane, quoted, clientKey = '', asksNumber = false, automatic }: OutboundRequestOptions,
): Promise<void> {
  const { ticket, messages, documents } = appended
  const contact = await deps.contacts.find(tx, ticket.companyId, ticket.contactId)
  const identities = await deps.contacts.listIdentities(tx, ticket.companyId, ticket.contactId)
  const address = chooseAddress(identities, contact?.number ?? '')
  const requests = messages.flatMap((message, index) => {
    const document = documents.get(message.id)
    if (!document) return []
    return [
      outboundRequested(deps, {
        message,
        document,
        connectionId: ticket.connectionId,
        address,
        lane,
        quoted: index === 0 ? quoted : undefined,
        clientKey,
        asksNumber,
        automatic: index === 0 && automatic ? { ...automatic, contactName: contact?.name ?? '' } : undefined,
      }),
    ]
  })
  await deps.events.append(tx, requests)
}
