import type { CompanyId, ConnectionId } from '@balcao/contracts'

import type { DriverSession } from '../whatsapp-driver'

/** What a connected session answers to those who do not hold it. */
export type AskableSession = Pick<DriverSession, 'checkNumber' | 'picture' | 'group'>

/** A session that shows QR codes. */
export type PairableSession = Pick<DriverSession, 'pairingCode'>

/** Finds the session of a connection, whichever process holds it. */
export interface SessionDirectory {
  /** Undefined while the connection is not connected, or its holder cannot be reached. */
  connected(companyId: CompanyId, connectionId: ConnectionId): Promise<AskableSession | undefined>
  /** Undefined unless QR codes are shown now. */
  pairing(companyId: CompanyId, connectionId: ConnectionId): Promise<PairableSession | undefined>
}
