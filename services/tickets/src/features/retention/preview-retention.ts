import type { RetentionEstimate, RetentionMonths, RetentionPreview } from '@balcao/contracts'
import { SECOND, type Session } from '@balcao/kernel'

import type { MessageDocuments } from '../messages'
import type { Asked, ClosedMessage, ClosedTicket } from './closed-ticket.store'
import { listFiles, sumBytes } from './list-files'
import type { ReadRetentionDeps } from './read-retention'
import { noCounts, planPeriods, requireFilesWithinMessages, type ClosedPeriod } from './retention'

export interface PreviewDeps extends ReadRetentionDeps {
  documents: MessageDocuments
}

const TICKETS_AT_ONCE = 50
const MESSAGES_AT_ONCE = 1_000
const COUNTS_FOR_MS = 5 * SECOND

interface FileCounts {
  /** Of tickets with files. */
  tickets: Set<number>
  files: number
  sizeBytes: number
  isExact: boolean
}

/* Page after page of tickets, and of the messages of each page. */
async function* listMessages(deps: PreviewDeps, asked: Asked): AsyncGenerator<ClosedMessage[]> {
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
  { companyId }: Asked,
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

async function countFiles(deps: PreviewDeps, asked: Asked, end: number): Promise<FileCounts> {
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

async function estimate(
  deps: PreviewDeps,
  asked: Omit<Asked, 'period'> & { period: ClosedPeriod | undefined },
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

/**
 * What saving these months would erase now. Tickets and messages are exact; files and bytes are counted for five seconds at most.
 * @throws {AppError} ERR_VALIDATION when files would be kept longer than their messages
 */
export async function previewRetention(
  deps: PreviewDeps,
  { companyId }: Session,
  { messagesMonths, mediaMonths }: { [K in keyof RetentionMonths]?: number | undefined },
): Promise<RetentionPreview> {
  const months = { messagesMonths: messagesMonths ?? null, mediaMonths: mediaMonths ?? null }
  requireFilesWithinMessages(months)
  const { timeZone } = await deps.settings.of(companyId)
  const periods = planPeriods(months, deps.clock.now(), timeZone)
  const end = performance.now() + COUNTS_FOR_MS
  return {
    messages: await estimate(deps, { companyId, kind: 'messages', period: periods.messages }, end),
    media: await estimate(deps, { companyId, kind: 'media', period: periods.media }, end),
  }
}
