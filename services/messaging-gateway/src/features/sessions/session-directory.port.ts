import type { CompanyId, ConnectionId } from '@balcao/contracts'

import type { DriverSession } from '../whatsapp-driver'

/** What a connected session answers to those who do not hold it. ERR_WAPP_NOT_INITIALIZED when it is over, or moves. */
export type AskableSession = Pick<DriverSession, 'checkNumber' | 'picture' | 'group' | 'typing'>

/** A session that shows QR codes. */
export type PairableSession = Pick<DriverSession, 'pairingCode'>

/** Finds the session of a connection, whichever process holds it. */
export interface SessionDirectory {
  /** Undefined when nobody holds it, or it is held here and not connected. */
  connected(companyId: CompanyId, connectionId: ConnectionId): Promise<AskableSession | undefined>
  /** Undefined when nobody holds it, or it is held here and shows no QR code. */
  pairing(companyId: CompanyId, connectionId: ConnectionId): Promise<PairableSession | undefined>
}
