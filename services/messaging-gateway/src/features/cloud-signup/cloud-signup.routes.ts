import { connectionId, signUpCloudAccount, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { ShowAccount } from '../cloud-accounts'
import { connectBySignup, type SignupDeps } from './connect-by-signup'

interface RouteDeps extends SignupDeps {
  showAccount: ShowAccount
  /** Reads what the account has besides. Does not reject: the credentials are right and stored. */
  accountSaved(companyId: CompanyId, id: ConnectionId): Promise<void>
}

/** The embedded sign-up of the installation's app, for administrators. */
export function cloudSignupRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(signUpCloudAccount, async ({ session: { companyId }, params, body }) => {
    const id = connectionId(params.whatsappId)
    const account = await connectBySignup(deps, { companyId, connectionId: id }, body)
    await deps.accountSaved(companyId, id)
    return deps.showAccount(account, companyId, id)
  })
}
