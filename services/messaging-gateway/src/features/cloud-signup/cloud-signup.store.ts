import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { CloudSignup } from './cloud-signup'

export type { CloudSignup, SignupState } from './cloud-signup'

/** What embedded sign-ups have come to, one of a connection. Rows of another company are not found. */
export interface CloudSignupStore {
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<CloudSignup | undefined>
  /** Inserts or replaces. */
  save(tx: Tx, signup: CloudSignup): Promise<void>
  delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** Deletes those that began before. Needs a platform transaction: of every company. */
  sweep(tx: Tx, before: Date): Promise<void>
}
