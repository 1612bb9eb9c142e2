import { capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { query } from '@balcao/platform'

import type {
  Address,
  DriverSession,
  SessionRequest,
  WhatsAppDriver,
} from '../../../features/whatsapp-driver'

import { forgetChats, forgetConnections } from './forget-chats'
import type { SimulatedNetwork } from './simulated-network'
import { SimulatedSession } from './simulated-session'

/** The driver of the simulated network, which drops repeated ids as WhatsApp does. */
export class SimulatedDriver implements WhatsAppDriver {
  readonly provider = 'simulated'
  readonly capabilities = capabilities.simulated

  constructor(private readonly network: SimulatedNetwork) {}

  async open(request: SessionRequest): Promise<DriverSession> {
    const socket = this.network.deps.ids.token(8)
    await this.network.devices.attach(request.companyId, request.connectionId, socket)
    this.network.wake(request.connectionId)
    return new SimulatedSession(this.network, request, socket)
  }

  async forget(_companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await this.network.devices.unpair(connectionId)
  }

  forgetChats(connectionIds: readonly ConnectionId[], chats: readonly Address[]): Promise<void> {
    return forgetChats(this.network.deps.db, connectionIds, chats)
  }

  forgetConnections(connectionIds: readonly ConnectionId[]): Promise<void> {
    return forgetConnections(this.network.deps.db, connectionIds)
  }

  async pending(): Promise<string[]> {
    const rows = await this.network.deps.db.asPlatform((tx) =>
      query<{ what: string }>(
        tx,
        `SELECT 'simulator: connection ' || l.connection_id || ' has something to deliver' AS what FROM simulator.lines l
         WHERE l.socket IS NOT NULL AND l.paired AND (
           EXISTS (SELECT 1 FROM simulator.messages m WHERE m.connection_id = l.connection_id AND m.direction = 'in' AND (NOT m.taken OR m.revision <> ''))
           OR EXISTS (SELECT 1 FROM simulator.reactions e WHERE e.connection_id = l.connection_id AND e.direction = 'in' AND NOT e.taken)
           OR EXISTS (SELECT 1 FROM simulator.calls k WHERE k.connection_id = l.connection_id AND k.answer = '')
           OR EXISTS (SELECT 1 FROM simulator.receipts r WHERE r.connection_id = l.connection_id))`,
      ),
    )
    return rows.map((row) => row.what)
  }
}
