import type { RetentionCounts, RetentionKind } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { MessageDocument, MessageDocuments } from '../messages'
import type { AskedTickets, ClosedMessage, ClosedTicket, ClosedTicketStore } from './closed-ticket.store'
import { listFiles, sumBytes } from './list-files'
import type { OldChatStore } from './old-chat.store'
import { noCounts, type ClosedPeriod, type TicketKind } from './retention'
import type { RetentionRuleStore, RunningRule } from './retention.store'

export interface EraseDeps extends Pick<ServicePorts, 'db' | 'blobs' | 'clock'> {
  documents: MessageDocuments
  closedTickets: ClosedTicketStore
  oldChats: OldChatStore
  retentionRules: RetentionRuleStore
}

/** A rule, and what it is due for at present. */
export interface Due {
  rule: RunningRule
  period: ClosedPeriod
}

/** `done`: nothing is due. `full`: what was erased before waits for its documents to follow. */
export type BatchOutcome = 'more' | 'done' | 'full'

const MESSAGES_AT_ONCE = 500

/* A company's deleted contacts wait behind these: the job that erases documents takes 100 of a company at a time. */
const MOST_WAITING = 1_000

interface Slice {
  asked: AskedTickets
  ticket: ClosedTicket
  messages: ClosedMessage[]
  /** The last `seq` of the slice; the ticket's when nothing follows. */
  upTo: number
}

const askTickets = ({ rule: { companyId }, period }: Due, kind: TicketKind): AskedTickets => ({
  companyId,
  kind,
  period,
})

const endsTicket = ({ ticket, upTo }: Slice): boolean => upTo === ticket.messageSeq

/* Messages of one ticket. */
function readSlice(deps: EraseDeps, asked: AskedTickets): Promise<Slice | undefined> {
  const { companyId } = asked
  return deps.db.withTenant(companyId, async (tx) => {
    const [ticket] = await deps.closedTickets.list(tx, asked, undefined, 1)
    if (!ticket) return undefined
    const messages = await deps.closedTickets.listMessages(tx, companyId, [ticket], MESSAGES_AT_ONCE)
    const last = messages.length < MESSAGES_AT_ONCE ? undefined : messages.at(-1)
    return { asked, ticket, messages, upTo: last?.seq ?? ticket.messageSeq }
  })
}

class RuleChanged extends Error {}

/* Counted in the transaction that erases: a batch whose rule has changed meanwhile erases nothing. */
async function count(
  deps: EraseDeps,
  tx: Tx,
  rule: RunningRule,
  erased: Partial<RetentionCounts>,
): Promise<void> {
  const isCounted = await deps.retentionRules.add(tx, rule, { ...noCounts, ...erased }, deps.clock.now())
  if (!isCounted) throw new RuleChanged()
}

/* False: the rule has changed, or the ticket is not due any more. */
async function commit(
  deps: EraseDeps,
  rule: RunningRule,
  erase: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await deps.db.withTenant(rule.companyId, erase)
  } catch (error) {
    if (error instanceof RuleChanged) return false
    throw error
  }
}

/** Rows at once, with the words that find them; documents, files, quotes and other services follow as those of a deleted ticket do. */
async function eraseMessages(deps: EraseDeps, due: Due): Promise<BatchOutcome> {
  const { rule } = due
  const { companyId } = rule
  const asked = askTickets(due, 'messages')
  const slice = await readSlice(deps, asked)
  if (!slice) return 'done'
  const hasRoom = await deps.db.withTenant(companyId, (tx) =>
    deps.closedTickets.hasRoom(tx, companyId, MOST_WAITING),
  )
  if (!hasRoom) return 'full'
  const files = await listFiles(deps, companyId, slice.messages)
  await commit(deps, rule, async (tx) => {
    if (!(await deps.closedTickets.eraseMessages(tx, asked, slice.ticket.id, slice.upTo))) return false
    await count(deps, tx, rule, {
      tickets: endsTicket(slice) ? 1 : 0,
      messages: slice.messages.length,
      files: files.length,
      sizeBytes: sumBytes(files),
    })
    return true
  })
  return 'more'
}

const withoutFile = ({ media, ...known }: MessageDocument): MessageDocument | undefined =>
  media ? known : undefined

/** The messages show no file before it goes. Killed in between, the next batch erases the same files and counts none twice. */
async function eraseFiles(deps: EraseDeps, due: Due): Promise<BatchOutcome> {
  const { rule } = due
  const { companyId } = rule
  const asked = askTickets(due, 'media')
  const slice = await readSlice(deps, asked)
  if (!slice) return 'done'
  const files = await listFiles(deps, companyId, slice.messages)
  const ids = files.map(({ messageId }) => messageId)
  const isMarked = await commit(deps, rule, async (tx) => {
    const marking = await deps.closedTickets.markErased(tx, asked, slice.ticket.id, {
      ids,
      now: deps.clock.now(),
    })
    if (!marking) return false
    const marked = files.filter(({ messageId }) => marking.marked.includes(messageId))
    await count(deps, tx, rule, {
      tickets: marking.isFirst && marked.length > 0 ? 1 : 0,
      files: marked.length,
      sizeBytes: sumBytes(marked),
    })
    return true
  })
  if (!isMarked) return 'more'
  for (const { messageId, media } of files) {
    await deps.blobs.delete(media.key)
    await deps.documents.change(companyId, messageId, withoutFile)
  }
  await deps.db.withTenant(companyId, (tx) =>
    deps.closedTickets.finishFiles(tx, companyId, slice.ticket.id, slice.upTo),
  )
  return 'more'
}

async function eraseChats(deps: EraseDeps, { rule, period }: Due): Promise<BatchOutcome> {
  let messages = 0
  await commit(deps, rule, async (tx) => {
    messages = await deps.oldChats.eraseMessages(tx, rule.companyId, period.before, MESSAGES_AT_ONCE)
    if (messages > 0) await count(deps, tx, rule, { messages })
    return messages > 0
  })
  return messages > 0 ? 'more' : 'done'
}

/** How a batch of each kind is erased: at most 500 messages, those of one ticket where they are a ticket's. */
export const batches: Record<RetentionKind, (deps: EraseDeps, due: Due) => Promise<BatchOutcome>> = {
  messages: eraseMessages,
  media: eraseFiles,
  chats: eraseChats,
}
