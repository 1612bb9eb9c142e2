import type { CompanyId, ContactId, MessageId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { DAY, groupBy, runInRounds, type ServicePorts } from '@balcao/kernel'

import type { MessageDocuments } from '../messages'
import type { Erasure, HousekeepingStore } from './housekeeping.store'

export interface HousekeepingDeps extends Pick<ServicePorts, 'db' | 'events' | 'blobs' | 'clock' | 'ids'> {
  housekeeping: HousekeepingStore
  documents: MessageDocuments
}

const BATCH = 100
const MOST_ROUNDS = 50
const QUOTES_AT_ONCE = 1_000

async function eraseDocuments(
  deps: HousekeepingDeps,
  companyId: CompanyId,
  erasures: readonly Erasure[],
): Promise<void> {
  const ids = erasures.map(({ messageId }) => messageId)
  const documents = await deps.documents.get(companyId, ids)
  for (const { messageId, erasesMedia } of erasures) {
    const media = documents.get(messageId)?.media
    if (media && erasesMedia) await deps.blobs.delete(media.key)
  }
  await deps.documents.erase(companyId, ids)
  // A message still shown keeps its empty document, so that a repeat of its event cannot write it again.
  const gone = erasures.filter(({ isShown }) => !isShown)
  await deps.documents.remove(
    companyId,
    gone.map(({ messageId }) => messageId),
  )
}

/* Only later messages of the same contact can quote the erased ones; ids are in order of time. */
async function eraseQuotes(
  deps: HousekeepingDeps,
  companyId: CompanyId,
  contactId: ContactId,
  erased: readonly MessageId[],
): Promise<void> {
  let [after] = erased.toSorted()
  while (after !== undefined) {
    const later = await deps.housekeeping.listMessagesAfter(companyId, contactId, after, QUOTES_AT_ONCE)
    if (later.length > 0) await deps.documents.unquote(companyId, later, erased)
    after = later.length < QUOTES_AT_ONCE ? undefined : later.at(-1)
  }
}

/** `messagesErased` for the other services: messages still shown as deleted, and messages without a row. */
async function buildErasedEvents(
  deps: HousekeepingDeps,
  companyId: CompanyId,
  contactId: ContactId,
  erasures: readonly Erasure[],
): Promise<DeskEvent[]> {
  const { relatedIds, isGone } = await deps.housekeeping.readContactTraces(companyId, contactId)
  return [...groupBy(erasures, ({ isShown }) => isShown)].map(([isShown, alike]) =>
    deskEvent(deps, orderingKeys.contact(companyId, contactId), 'messagesErased', {
      contactId,
      relatedIds,
      messageIds: alike.map(({ messageId }) => messageId),
      forgotten: !isShown,
      contactGone: isGone,
    }),
  )
}

async function erase(
  deps: HousekeepingDeps,
  companyId: CompanyId,
  erasures: readonly Erasure[],
): Promise<void> {
  await eraseDocuments(deps, companyId, erasures)
  const events: DeskEvent[] = []
  for (const [contactId, ofContact] of groupBy(erasures, (erasure) => erasure.contactId)) {
    if (contactId === undefined) continue
    const ids = ofContact.map(({ messageId }) => messageId)
    await eraseQuotes(deps, companyId, contactId, ids)
    events.push(...(await buildErasedEvents(deps, companyId, contactId, ofContact)))
  }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.housekeeping.finishErasures(tx, companyId, erasures)
    await deps.events.append(tx, events)
  })
}

/**
 * Erases documents and media of messages that were deleted and what others quote of them, and tells the other services. Companies take
 * turns; one that fails keeps no other waiting. After a crash the next run does the rest.
 * @throws {AggregateError} what failed, once the others are done
 */
export async function eraseDeleted(deps: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  const runBatch = async (companyId: CompanyId) => {
    const erasures = await deps.housekeeping.listErasures(companyId, BATCH)
    await erase(deps, companyId, erasures)
    return erasures.length === BATCH
  }
  const items = await deps.housekeeping.listCompaniesToErase()
  await runInRounds({ items, mostRounds: MOST_ROUNDS, runBatch }, signal)
}

/**
 * Deletes acks after a day, send keys after 30 days, and campaigns' messages that nobody answered after 90 days.
 */
export async function sweep(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  await deps.housekeeping.forget({
    acksBefore: new Date(now - DAY),
    sendsBefore: new Date(now - 30 * DAY),
    campaignsBefore: new Date(now - 90 * DAY),
  })
}
