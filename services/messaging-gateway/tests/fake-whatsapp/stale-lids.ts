import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import { addressOf } from './jids'
import type { Network } from './network'

/**
 * LIDs that are no longer anybody's. What is sent to one is acked with `refresh_lid`; whoever goes on has not listened
 * (WhiskeySockets/Baileys #2661, 2026-06-26: "further attempts … can lead to an account suspension or ban").
 */
export class StaleLids {
  private readonly told = new Map<string, Set<Account>>()

  retire(lid: string): void {
    this.told.set(lid, new Set())
  }

  /** What the ack of this message says, if anything. */
  flagOf(network: Network, account: Account, { attrs }: BinaryNode): 'true' | undefined {
    const lid = addressOf(attrs['to'] ?? '')?.user ?? ''
    const told = this.told.get(lid)
    if (!told) return undefined
    if (told.has(account))
      network.ledger.violation('malformed', account, `still writes to the retired LID ${lid}`)
    told.add(account)
    return 'true'
  }
}
