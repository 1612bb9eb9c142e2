import { capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

import type { SignalVaults } from '../../../features/signal-vault/signal-vault.port'
import type { DriverSession, SessionRequest, WhatsAppDriver } from '../../../features/whatsapp-driver'
import { BaileysSession } from './baileys-session'
import { loadBaileys, trustRoot } from './load-baileys'
import { MediaHosts } from './media-hosts'
import { createReadingTurns } from './reading-turns'
import type { BaileysRules, BaileysSettings } from './settings'

/** The driver for a real phone, linked as a companion device. WhatsApp drops a repeated message id. */
export class BaileysDriver implements WhatsAppDriver {
  readonly provider = 'beta'
  readonly capabilities = capabilities.beta
  private readonly hosts: MediaHosts
  private readonly turns = createReadingTurns()

  constructor(
    private readonly settings: BaileysSettings,
    private readonly vaults: SignalVaults,
    private readonly rules: BaileysRules,
  ) {
    this.hosts = new MediaHosts(settings.mediaBase)
  }

  async open(request: SessionRequest): Promise<DriverSession> {
    const { settings, vaults, rules, hosts } = this
    const baileys = await loadBaileys()
    if (settings.rootKey) trustRoot(baileys, settings.rootKey)
    const vault = vaults.open(request.companyId, request.connectionId, request.lease)
    const inTurn = this.turns(request.companyId)
    const session = new BaileysSession({ baileys, settings, hosts, rules, inTurn, vault, request })
    await session.open()
    return session
  }

  forget(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void> {
    return this.vaults.wipe(companyId, connectionId, lease)
  }
}
