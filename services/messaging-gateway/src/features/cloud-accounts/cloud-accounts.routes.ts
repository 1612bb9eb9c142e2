import * as http from '@balcao/contracts'
import { connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { findCloudAccount, saveCloudAccount, type CloudAccountDeps } from './save-cloud-account'
import type { ShowAccount } from './show-account'

interface RouteDeps extends CloudAccountDeps {
  showAccount: ShowAccount
  /** Reads what the account has besides. Does not reject: the credentials are right and stored. */
  accountSaved(companyId: CompanyId, id: ConnectionId): Promise<void>
}

/** The credentials of connections of the official API, for administrators. */
export function cloudAccountRoutes(edge: HttpEdge, deps: RouteDeps): void {
  const { showAccount: view } = deps
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
