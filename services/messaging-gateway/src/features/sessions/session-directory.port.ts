import type { CompanyId, ConnectionId } from '@balcao/contracts'

import type { DriverSession } from '../whatsapp-driver'

/** What a connected session answers to those who do not hold it. ERR_WAPP_NOT_INITIALIZED when it is over, or moves. */
export type AskableSession = Pick<DriverSession, 'checkNumber' | 'picture' | 'group' | 'typing'>

/** A session that waits for its phone: it shows QR codes, or asks for a passkey. */
export type PairableSession = Pick<DriverSession, 'pairingCode' | 'answerPasskey' | 'confirmPasskey'>

/** Finds the session of a connection, whichever process holds it. */
export interface SessionDirectory {
  /** Undefined when nobody holds it, or it is held here and not connected. */
  connected(companyId: CompanyId, connectionId: ConnectionId): Promise<AskableSession | undefined>
  /** Undefined when nobody holds it, or it is held here and waits for no phone. */
  pairing(companyId: CompanyId, connectionId: ConnectionId): Promise<PairableSession | undefined>
}
