import type * as http from '@balcao/contracts'
import type { CompanyId, ConnectionId } from '@balcao/contracts'

import type { NetworkEventStore } from '../network-events'
import type { CloudAccount } from './cloud-account'
import type { CloudAccountDeps } from './save-cloud-account'

/** What a route answers of a connection's account; secrets never. */
export type ShowAccount = (
  account: CloudAccount | undefined,
  companyId: CompanyId,
  id: ConnectionId,
) => Promise<http.CloudAccountView>

export interface ShowDeps extends Pick<CloudAccountDeps, 'db' | 'clock'> {
  networkEvents: NetworkEventStore
  /** What a page needs to open the embedded sign-up; null where there is none. */
  signupView: http.SignupAppView | null
}

const toView = (
  account: CloudAccount | undefined,
  { now, parkedEvents, signup }: { now: Date } & Pick<http.CloudAccountView, 'parkedEvents' | 'signup'>,
): http.CloudAccountView => ({
  phoneNumberId: account?.phoneNumberId ?? '',
  businessAccountId: account?.businessAccountId ?? '',
  hasToken: account !== undefined,
  hasAppSecret: account !== undefined,
  hasFormerAppSecret: account?.formerSecretUntil != null && account.formerSecretUntil > now,
  hasVerifyToken: account !== undefined,
  displayNumber: account?.displayNumber ?? '',
  verifiedName: account?.verifiedName ?? '',
  quality: account?.quality ?? '',
  checkedAt: account?.checkedAt.toISOString() ?? null,
  parkedEvents,
  signup,
})

export const createShowAccount =
  (deps: ShowDeps): ShowAccount =>
  async (account, companyId, id) => {
    const parkedEvents = await deps.db.withTenant(companyId, (tx) =>
      deps.networkEvents.countDead(tx, companyId, id),
    )
    return toView(account, { now: deps.clock.now(), parkedEvents, signup: deps.signupView })
  }
