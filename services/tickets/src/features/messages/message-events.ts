import type { ConnectionId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type FallbackFacts,
  type MessageSnapshot,
  type OutboundLane,
  type TicketSnapshot,
} from '@balcao/contracts/wire'
import { companyId } from '@balcao/contracts'

import { ticketPlace, type Assignment, type Ticket, type TicketDeps } from '../tickets'
import type { Message } from './message'
import type { MessageDocument } from './message-documents.port'

type Stamp = Pick<TicketDeps, 'ids' | 'clock'>

export const messageAppended = (
  stamp: Stamp,
  message: MessageSnapshot,
  ticket: TicketSnapshot,
  { previous, opensTicket }: { previous: Assignment | undefined; opensTicket: boolean },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(companyId(message.companyId), ticket.id), 'messageAppended', {
    message,
    ticket,
    previous: previous ? ticketPlace(previous) : undefined,
    ...(opensTicket && { opensTicket }),
  })

export const messageChanged = (stamp: Stamp, message: MessageSnapshot, ticket: Ticket): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(ticket.companyId, ticket.id), 'messageChanged', {
    message,
    place: ticketPlace(ticket),
    connectionId: ticket.connectionId,
  })

export interface QuotedSource {
  message: Message
  body: string
}

export interface Outgoing {
  message: Message
  document: MessageDocument
  connectionId: ConnectionId
  address: { number: string; remoteJid: string }
  lane: OutboundLane
  quoted: QuotedSource | undefined
  /** Of the send that wrote it; '' for an agent's message. */
  clientKey: string
  /** Below it is a button by which the customer shares the number. */
  asksNumber: boolean
  automatic: FallbackFacts | undefined
}

/** Asks the gateway to send; keyed by connection, so that a phone's messages are sent in order. */
export const outboundRequested = (
  stamp: Stamp,
  { message, document, connectionId, address, lane, quoted, clientKey, asksNumber, automatic }: Outgoing,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(message.companyId, connectionId), 'outboundRequested', {
    messageId: message.id,
    connectionId,
    number: address.number,
    remoteJid: address.remoteJid,
    kind: message.kind,
    body: document.body,
    media: document.media,
    quotedWaId: quoted?.message.waId ?? '',
    quotedMessageId: quoted?.message.id ?? '',
    quotedFromMe: quoted?.message.fromMe ?? false,
    quotedParticipant: quoted?.message.participant ?? '',
    quotedBody: quoted?.body ?? '',
    lane,
    location: document.location,
    vcard: document.vcard,
    template: document.template,
    choices: document.choices,
    asksNumber,
    automatic,
    isForwarded: message.marks.includes('forwarded'),
    clientKey,
  })

export const revokeRequested = (stamp: Stamp, message: Message): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.connection(message.companyId, message.connectionId),
    'outboundRevokeRequested',
    {
      messageId: message.id,
      connectionId: message.connectionId,
      waId: message.waId ?? '',
      remoteJid: message.remoteJid,
      participant: message.participant,
      fromMe: message.fromMe,
    },
  )

export const readMarkRequested = (
  stamp: Stamp,
  ticket: Ticket,
  mark: { remoteJid: string; participant: string; waIds: string[] },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(ticket.companyId, ticket.connectionId), 'readMarkRequested', {
    connectionId: ticket.connectionId,
    ...mark,
  })

export const editRequested = (
  stamp: Stamp,
  message: Message,
  { requestId, body }: { requestId: string; body: string },
): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.connection(message.companyId, message.connectionId),
    'outboundEditRequested',
    { requestId, messageId: message.id, connectionId: message.connectionId, body },
  )

export const reactionRequested = (
  stamp: Stamp,
  message: Message,
  { requestId, emoji }: { requestId: string; emoji: string },
): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.connection(message.companyId, message.connectionId),
    'outboundReactionRequested',
    {
      requestId,
      messageId: message.id,
      connectionId: message.connectionId,
      waId: message.waId ?? '',
      remoteJid: message.remoteJid,
      participant: message.participant,
      fromMe: message.fromMe,
      emoji,
    },
  )

export const typingRequested = (
  stamp: Stamp,
  ticket: Ticket,
  typing: { remoteJid: string; isTyping: boolean },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(ticket.companyId, ticket.connectionId), 'typingRequested', {
    connectionId: ticket.connectionId,
    ...typing,
  })
