import type { CompanyId, TicketId } from '@balcao/contracts'
import { DAY, runInRounds, type ServicePorts } from '@balcao/kernel'

import type { ClosedWordsStore } from './closed-words.store'

export interface PackWordsDeps extends Pick<ServicePorts, 'clock'> {
  closedWords: ClosedWordsStore
}

/* Most tickets that are opened again, and most edits, come within a day. */
const CLOSED_FOR = DAY
const BATCH = 100
/* A thousand tickets of a company a run: what an earlier release left is packed beside the day's work, not instead of it. */
const MOST_ROUNDS = 10

/**
 * Puts the words of tickets that were closed a day ago into one row of each. Companies take turns; one that fails keeps no other waiting.
 * @throws {AggregateError} what failed, once the others are done
 */
export async function packWords({ clock, closedWords }: PackWordsDeps, signal: AbortSignal): Promise<void> {
  const closedBefore = new Date(clock.now().getTime() - CLOSED_FOR)
  const reached = new Map<CompanyId, TicketId>()
  const runBatch = async (companyId: CompanyId) => {
    const ids = await closedWords.listDue(companyId, {
      closedBefore,
      after: reached.get(companyId),
      most: BATCH,
    })
    await closedWords.pack(companyId, ids, closedBefore)
    const last = ids.at(-1)
    if (last !== undefined) reached.set(companyId, last)
    return ids.length === BATCH
  }
  const items = await closedWords.listCompanies()
  await runInRounds({ items, mostRounds: MOST_ROUNDS, runBatch }, signal)
}
