import type { CompanyId, ConnectionId } from '@balcao/contracts'

import type { DriverSession } from '../whatsapp-driver'

/** What a connected session answers to other parts of the gateway. ERR_WAPP_NOT_INITIALIZED when it is over, or moves. */
export type AskableSession = Pick<DriverSession, 'checkNumber' | 'picture' | 'group' | 'typing'>

/** A session that is being linked: it shows QR codes, or asks for a passkey. */
export type PairableSession = Pick<DriverSession, 'pairingCode' | 'answerPasskey' | 'confirmPasskey'>

/** Finds the session of a connection in any process. */
export interface SessionDirectory {
  /** Undefined when no process holds it, or it is held here and not connected. */
  findConnected(companyId: CompanyId, connectionId: ConnectionId): Promise<AskableSession | undefined>
  /** Undefined when no process holds it, or it is held here and not being linked. */
  findPairing(companyId: CompanyId, connectionId: ConnectionId): Promise<PairableSession | undefined>
}
