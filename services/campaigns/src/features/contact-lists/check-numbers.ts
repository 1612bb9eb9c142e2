import type { CompanyId } from '@balcao/contracts'
import { AppError, MINUTE, runEach } from '@balcao/kernel'

import type { ContactListDeps } from './contact-list-deps'
import { contactListItemChanged } from './contact-list-events'
import { postponeCheck, recordCheck, type ContactListItem } from './contact-list-item'

const DEADLINE_MS = 10_000
/* One company's number that does not answer keeps the others waiting no longer than a call. */
const CALLS_AT_ONCE = 8
const HELD_MS = MINUTE

/** Companies whose connection does not check numbers now, and until when they are left alone. */
export type HeldCompanies = Map<CompanyId, Date>

type Answer = { exists: boolean; number: string } | 'held' | undefined

/* Undefined: no session is connected, or WhatsApp did not answer. */
async function askWhatsApp(deps: ContactListDeps, { companyId, number }: ContactListItem): Promise<Answer> {
  try {
    const request = { companyId, connectionId: 0, number }
    return await deps.rpc.messaging.checkNumber(request, { deadlineMs: DEADLINE_MS })
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_WAPP_INVALID_CONTACT')
      return { exists: false, number }
    if (error instanceof AppError && error.code === 'ERR_WAPP_CHECK_HELD') return 'held'
    if (error instanceof AppError && error.kind !== 'internal') return undefined
    throw error
  }
}

async function saveAnswer(
  deps: ContactListDeps,
  asked: ContactListItem,
  answer: Exclude<Answer, 'held'>,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.withTenant(asked.companyId, async (tx) => {
    const item = await deps.contactListItems.lock(tx, asked.companyId, asked.id)
    // Deleted, or given another number meanwhile.
    if (item?.number !== asked.number || item.checkAt === null) return
    if (!answer) {
      await deps.contactListItems.save(tx, postponeCheck(item, now))
      return
    }
    const checked = recordCheck(item, answer, now)
    await deps.contactListItems.save(tx, checked)
    await deps.events.append(tx, [contactListItemChanged(deps, checked)])
  })
}

async function check(deps: ContactListDeps, held: HeldCompanies, item: ContactListItem): Promise<void> {
  const now = deps.clock.now()
  if ((held.get(item.companyId) ?? now) > now) return
  const answer = await askWhatsApp(deps, item)
  if (answer === 'held') held.set(item.companyId, new Date(now.getTime() + HELD_MS))
  else await saveAnswer(deps, item, answer)
}

/**
 * Asks WhatsApp about one number of each company, through its default connection: the pace is the job's interval. A number that
 * cannot be asked about now is asked about again a minute later; a connection that checks no numbers now, too, which writes nothing.
 */
export async function checkNumbers(
  deps: ContactListDeps,
  held: HeldCompanies,
  signal: AbortSignal,
): Promise<void> {
  // Reads all companies; each answer is saved in its own company's transaction.
  const next = await deps.db.asPlatform((tx) => deps.contactListItems.listUnchecked(tx, deps.clock.now()))
  await runEach({ items: next, run: (item) => check(deps, held, item), atOnce: CALLS_AT_ONCE }, signal)
}
