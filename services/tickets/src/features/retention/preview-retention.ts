import {
  mapRetentionMonths,
  type CompanyId,
  type RetentionEstimate,
  type RetentionMonths,
  type RetentionPreview,
} from '@balcao/contracts'
import { SECOND, type Session } from '@balcao/kernel'

import type { MessageDocuments } from '../messages'
import type { AskedTickets, ClosedMessage, ClosedTicket } from './closed-ticket.store'
import { listFiles, sumBytes } from './list-files'
import type { ReadRetentionDeps } from './read-retention'
import { noCounts, planPeriods, requireFilesWithinMessages, type ClosedPeriod } from './retention'

export interface PreviewDeps extends ReadRetentionDeps {
  documents: MessageDocuments
}

const TICKETS_AT_ONCE = 50
const MESSAGES_AT_ONCE = 1_000
const COUNTS_FOR_MS = 5 * SECOND
const MOST_CHAT_MESSAGES = 1_000_000

interface FileCounts {
  /** Of tickets with files. */
  tickets: Set<number>
  files: number
  sizeBytes: number
  isExact: boolean
}

/* Page after page of tickets, and of the messages of each page. */
async function* listMessages(deps: PreviewDeps, asked: AskedTickets): AsyncGenerator<ClosedMessage[]> {
  const { companyId } = asked
  let after: ClosedTicket | undefined
  for (let hasMore = true; hasMore;) {
    const tickets = await deps.db.withTenant(companyId, (tx) =>
      deps.closedTickets.list(tx, asked, after, TICKETS_AT_ONCE),
    )
    yield* listMessagesOf(deps, asked, tickets)
    after = tickets.at(-1)
    hasMore = tickets.length === TICKETS_AT_ONCE
  }
}

async function* listMessagesOf(
  deps: PreviewDeps,
  { companyId }: AskedTickets,
  tickets: readonly ClosedTicket[],
): AsyncGenerator<ClosedMessage[]> {
  for (let rest = [...tickets].sort((one, other) => one.id - other.id); rest.length > 0;) {
    const messages = await deps.db.withTenant(companyId, (tx) =>
      deps.closedTickets.listMessages(tx, companyId, rest, MESSAGES_AT_ONCE),
    )
    yield messages
    const last = messages.at(-1)
    if (!last || messages.length < MESSAGES_AT_ONCE) return
    rest = rest.flatMap((ticket) => {
      if (ticket.id < last.ticketId) return []
      return ticket.id === last.ticketId ? [{ ...ticket, erasedSeq: last.seq }] : [ticket]
    })
  }
}

async function countFiles(deps: PreviewDeps, asked: AskedTickets, end: number): Promise<FileCounts> {
  const counts: FileCounts = { tickets: new Set(), files: 0, sizeBytes: 0, isExact: true }
  for await (const messages of listMessages(deps, asked)) {
    if (performance.now() > end) return { ...counts, isExact: false }
    const ticketOf = new Map(messages.map(({ id, ticketId }) => [id, ticketId]))
    const files = await listFiles(deps, asked.companyId, messages)
    for (const { messageId } of files) counts.tickets.add(ticketOf.get(messageId) ?? 0)
    counts.files += files.length
    counts.sizeBytes += sumBytes(files)
  }
  return counts
}

async function estimateTickets(
  deps: PreviewDeps,
  asked: Omit<AskedTickets, 'period'> & { period: ClosedPeriod | undefined },
  end: number,
): Promise<RetentionEstimate> {
  const { period } = asked
  if (!period) return { ...noCounts, isExact: true }
  const due = { ...asked, period }
  const { tickets, files, sizeBytes, isExact } = await countFiles(deps, due, end)
  if (asked.kind === 'media') return { tickets: tickets.size, messages: 0, files, sizeBytes, isExact }
  const counted = await deps.db.withTenant(asked.companyId, (tx) => deps.closedTickets.count(tx, due))
  return { ...counted, files, sizeBytes, isExact }
}

async function estimateChats(
  { db, oldChats }: PreviewDeps,
  companyId: CompanyId,
  period: ClosedPeriod | undefined,
): Promise<RetentionEstimate> {
  if (!period) return { ...noCounts, isExact: true }
  const messages = await db.withTenant(companyId, (tx) =>
    oldChats.countMessages(tx, companyId, period.before, MOST_CHAT_MESSAGES),
  )
  return { ...noCounts, messages, isExact: messages < MOST_CHAT_MESSAGES }
}

/**
 * What saving these months would erase now. Tickets and messages are exact, those of internal chats up to a million; files and bytes are
 * counted for five seconds at most.
 * @throws {AppError} ERR_VALIDATION when files would be kept longer than their messages
 */
export async function previewRetention(
  deps: PreviewDeps,
  { companyId }: Session,
  given: { [K in keyof RetentionMonths]?: number | undefined },
): Promise<RetentionPreview> {
  const months = mapRetentionMonths((field) => given[field] ?? null)
  requireFilesWithinMessages(months)
  const { timeZone } = await deps.settings.of(companyId)
  const periods = planPeriods(months, deps.clock.now(), timeZone)
  const end = performance.now() + COUNTS_FOR_MS
  return {
    messages: await estimateTickets(deps, { companyId, kind: 'messages', period: periods.messages }, end),
    media: await estimateTickets(deps, { companyId, kind: 'media', period: periods.media }, end),
    chats: await estimateChats(deps, companyId, periods.chats),
  }
}
