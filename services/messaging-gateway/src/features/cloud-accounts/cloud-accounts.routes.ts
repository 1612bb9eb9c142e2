import * as http from '@balcao/contracts'
import { connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { NetworkEventStore } from '../network-events'
import type { CloudAccount } from './cloud-account'
import { findCloudAccount, saveCloudAccount, type CloudAccountDeps } from './save-cloud-account'

interface RouteDeps extends CloudAccountDeps {
  networkEvents: NetworkEventStore
  /** Reads what the account has besides. Does not reject: the credentials are right and stored. */
  accountSaved(companyId: CompanyId, id: ConnectionId): Promise<void>
}

const toView = (
  account: CloudAccount | undefined,
  { now, parkedEvents }: { now: Date; parkedEvents: number },
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
})

/** The credentials of connections of the official API, for administrators. */
export function cloudAccountRoutes(edge: HttpEdge, deps: RouteDeps): void {
  const view = async (account: CloudAccount | undefined, companyId: CompanyId, id: ConnectionId) => {
    const parkedEvents = await deps.db.withTenant(companyId, (tx) =>
      deps.networkEvents.countDead(tx, companyId, id),
    )
    return toView(account, { now: deps.clock.now(), parkedEvents })
  }
  edge.route(http.getCloudAccount, async ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    return view(await findCloudAccount(deps, companyId, id), companyId, id)
  })
  edge.route(http.saveCloudAccount, async ({ session: { companyId }, params, body }) => {
    const id = connectionId(params.whatsappId)
    const account = await saveCloudAccount(deps, companyId, id, body)
    await deps.accountSaved(companyId, id)
    return view(account, companyId, id)
  })
}
