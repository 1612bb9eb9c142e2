import type { CompanyId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'

import { splitWords } from '../../words'
import {
  buildPreview,
  buildSearchableText,
  claimMedia,
  type MessageDeps,
  type MessageDocument,
  type MessageDocuments,
} from '../messages'
import type {
  ImportedConversationStore,
  ImportedMessage,
  ImportedTicket,
  IndexedMessage,
  KnownWaId,
  NewImportedTicket,
  PlacedTicket,
} from './imported-conversation.store'
import { skippedRow, toTicketRows } from './import-row'
import type { ImportRow, SystemImportStore } from './system-import.store'

export interface ConversationBatch {
  companyId: CompanyId
  importId: number
  tickets: readonly ImportedTicket[]
  /** Records that are left out. */
  skipped: readonly ImportRow[]
}

interface Deps {
  db: Database
  documents: MessageDocuments
  systemImports: SystemImportStore
  conversations: ImportedConversationStore
  pendingBlobs: MessageDeps['pendingBlobs']
}

/** Of one statement, which has 15 seconds. */
const MESSAGES_AT_ONCE = 1_000

/** Of a ticket that would be made. */
const DRY_ID = -1

const CHANGE_CLOSED = 'closed: the contact has another unclosed ticket on the connection'
const REASON_KNOWN = 'the desk received or sent it itself'

const toDocument = (message: ImportedMessage): MessageDocument => ({
  id: message.id,
  body: message.body,
  vcard: message.vcard,
  senderName: message.senderName,
  ...(message.media && { media: message.media }),
  ...(message.quoted && { quoted: message.quoted }),
})

const identityOf = (ticket: ImportedTicket, { waId, fromMe }: ImportedMessage): string =>
  `${waId ?? ''}:${ticket.connectionId}:${fromMe}`

/* WhatsApp's id stays with the first message of it; one that is here without an import is not brought once more. */
function leaveKnown(tickets: readonly ImportedTicket[], known: readonly KnownWaId[]) {
  const byIdentity = new Map(
    known.map((row) => [`${row.waId}:${row.connectionId}:${row.fromMe}`, row.isImported]),
  )
  const skipped: ImportRow[] = []
  const kept = tickets.map((ticket) => ({
    ...ticket,
    messages: ticket.messages.flatMap((message) => {
      if (message.waId === undefined) return [message]
      const key = identityOf(ticket, message)
      const isImported = byIdentity.get(key)
      byIdentity.set(key, isImported ?? true)
      if (isImported === undefined) return [message]
      if (isImported) return [{ ...message, waId: undefined }]
      skipped.push(skippedRow('message', `${ticket.sourceId}/${message.waId}`, REASON_KNOWN))
      return []
    }),
  }))
  return { kept, skipped }
}

/* A contact has one unclosed ticket on a connection: the later ones are imported closed. */
function closeOthers(tickets: readonly ImportedTicket[], busy: Set<string>) {
  return tickets.map((ticket) => {
    if (ticket.status === 'closed') return ticket
    const key = `${ticket.contactId}:${ticket.connectionId}`
    if (busy.has(key)) return { ...ticket, status: 'closed' as const, change: CHANGE_CLOSED }
    busy.add(key)
    return ticket
  })
}

const indexMessage = (message: ImportedMessage): IndexedMessage =>
  message.deleted
    ? { message, preview: '', words: [] }
    : { message, preview: buildPreview(message), words: splitWords(buildSearchableText(message)) }

function indexTicket(ticket: ImportedTicket): { ticket: NewImportedTicket; messages: IndexedMessage[] } {
  const messages = ticket.messages.map(indexMessage)
  const last = messages.findLast(({ message }) => !message.deleted)
  const lastReceived = messages.findLast(({ message }) => !message.deleted && !message.fromMe)
  return { ticket: { ticket, last, lastReceived }, messages }
}

async function writeTickets(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  tickets: readonly ImportedTicket[],
): Promise<PlacedTicket[]> {
  const indexed = tickets.map(indexTicket)
  const placed = await deps.conversations.insertTickets(
    tx,
    companyId,
    indexed.map(({ ticket }) => ticket),
  )
  const messages = placed.flatMap((ticket, nth) =>
    (indexed[nth]?.messages ?? []).map((message, index) => ({ ...message, ticket, seq: index + 1 })),
  )
  for (let from = 0; from < messages.length; from += MESSAGES_AT_ONCE)
    await deps.conversations.insertMessages(tx, companyId, messages.slice(from, from + MESSAGES_AT_ONCE))
  return placed
}

function putDocuments(deps: Deps, tx: Tx, companyId: CompanyId, messages: readonly ImportedMessage[]): void {
  for (let from = 0; from < messages.length; from += MESSAGES_AT_ONCE)
    deps.documents.put(tx, companyId, messages.slice(from, from + MESSAGES_AT_ONCE).map(toDocument))
}

/* What is written of the batch, and what the desk has itself. */
async function decideBatch(
  { conversations }: Pick<Deps, 'conversations'>,
  tx: Tx,
  { companyId, tickets }: Pick<ConversationBatch, 'companyId' | 'tickets'>,
  busy: Set<string>,
) {
  const waIds = tickets.flatMap(({ messages }) => messages.flatMap(({ waId }) => waId ?? []))
  const { kept, skipped } = leaveKnown(tickets, await conversations.listKnownWaIds(tx, companyId, waIds))
  const contactIds = kept.filter(({ status }) => status !== 'closed').map(({ contactId }) => contactId)
  for (const key of await conversations.listUnclosed(tx, companyId, contactIds)) busy.add(key)
  return { decided: closeOthers(kept, busy), known: skipped }
}

/**
 * What `importConversations` would make of the batch; nothing is written.
 * @param busy `contact:connection` of unclosed tickets of earlier batches; those of this one are added
 */
export const judgeConversations = (
  deps: Pick<Deps, 'db' | 'conversations'>,
  batch: Pick<ConversationBatch, 'companyId' | 'tickets'>,
  busy: Set<string>,
): Promise<ImportRow[]> =>
  deps.db.withTenant(batch.companyId, async (tx) => {
    const { decided, known } = await decideBatch(deps, tx, batch, busy)
    return [...decided.flatMap((ticket) => toTicketRows(ticket, DRY_ID)), ...known]
  })

/**
 * One transaction: whole tickets with their messages, search words, notes and tags, as they were, and what became of each record. No
 * events, no answers, nothing unread. A repeat fails as a whole, because its records have rows.
 */
export async function importConversations(
  deps: Deps,
  { companyId, importId, tickets, skipped }: ConversationBatch,
): Promise<ImportRow[]> {
  return deps.db.withTenant(companyId, async (tx) => {
    const { decided, known } = await decideBatch(deps, tx, { companyId, tickets }, new Set())
    const messages = decided.flatMap((ticket) => ticket.messages)
    putDocuments(deps, tx, companyId, messages)
    const placed = await writeTickets(deps, tx, companyId, decided)
    await claimMedia(
      deps,
      tx,
      companyId,
      messages.flatMap(({ media }) => media ?? []),
    )
    const rows = placed.flatMap((ticket) => toTicketRows(ticket, ticket.id))
    await deps.systemImports.add(tx, companyId, importId, [...rows, ...skipped, ...known])
    return [...rows, ...known]
  })
}
