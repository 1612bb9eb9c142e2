import { createHmac } from 'node:crypto'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import { parseLid } from './jids'

const TYPE = 'client-token-salt'
const ID = 'current'

/**
 * Tokens that the account computes itself for people who have given it none: an HMAC of their
 * LID with a salt from the phone (`cstoken`, "NCT": whatsmeow cstoken.go, 2026-05-04;
 * oxidezap/whatsapp-rust #433, 2026-03-23). Without a salt messages leave without such a
 * token: not every account is given one (WhiskeySockets/Baileys #2438, 2026-03-25).
 */
export class ClientTokens {
  private salt: Promise<Uint8Array | undefined> | undefined

  constructor(private readonly vault: Pick<SignalVault, 'findKeys' | 'write'>) {}

  /** Resolves when the salt is durable. An empty salt is ignored. */
  async saveSalt(salt: Uint8Array): Promise<void> {
    if (salt.length === 0) return
    await this.vault.write({ keys: [{ type: TYPE, id: ID, value: salt }] })
    this.salt = undefined
  }

  /** Undefined without a salt or without a LID. @param lid the person's address, without a device. */
  async computeToken(lid: string): Promise<Uint8Array | undefined> {
    if (!parseLid(lid)) return undefined
    this.salt ??= this.vault.findKeys(TYPE, [ID]).then((found) => found.get(ID))
    const salt = await this.salt
    return (
      salt &&
      createHmac('sha256', salt)
        .update(`${parseLid(lid)}@lid`)
        .digest()
    )
  }
}
