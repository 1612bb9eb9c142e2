import type { QuickMessageId, QuickMessageSort } from '@balcao/contracts'
import {
  AppError,
  PAGE_SIZES,
  readPage,
  type CountedPage,
  type NumberedPage,
  type Session,
} from '@balcao/kernel'

import type { QuickMessage } from './quick-message'
import type { QuickMessageDeps } from './quick-message-deps'

type Deps = Pick<QuickMessageDeps, 'db' | 'quickMessages'>

/** What the composer offers the caller: up to 5,000. */
export const listAllQuickMessages = (deps: Deps, session: Session): Promise<QuickMessage[]> =>
  deps.db.withTenant(session.companyId, (tx) => deps.quickMessages.listActive(tx, session, PAGE_SIZES.all))

/** The caller's own and the company's, 20 a page, by shortcode unless sorted. */
export function listQuickMessages(
  deps: Deps,
  session: Session,
  { searchParam, ...page }: NumberedPage<QuickMessageSort> & { searchParam: string },
): Promise<CountedPage<QuickMessage>> {
  return readPage(page, (slice) =>
    deps.db.withTenant(session.companyId, (tx) => deps.quickMessages.page(tx, session, searchParam, slice)),
  )
}

/** One that the caller may see. @throws {AppError} ERR_NO_QUICKMESSAGE_FOUND */
export async function readQuickMessage(
  deps: Deps,
  session: Session,
  id: QuickMessageId,
): Promise<QuickMessage> {
  const found = await deps.db.withTenant(session.companyId, (tx) => deps.quickMessages.find(tx, session, id))
  if (!found) throw new AppError('ERR_NO_QUICKMESSAGE_FOUND')
  return found
}
