import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import { parseAddress } from './jids'
import type { Network } from './network'

/**
 * LIDs that are out of date. A message to one is acked with `refresh_lid`; a further one is a violation
 * (WhiskeySockets/Baileys #2661, 2026-06-26: "further attempts … can lead to an account suspension or ban").
 */
export class StaleLids {
  private readonly announced = new Map<string, Set<Account>>()

  retire(lid: string): void {
    this.announced.set(lid, new Set())
  }

  /** The value of `refresh_lid` in the ack of this message, if any. */
  buildFlag(network: Network, account: Account, { attrs }: BinaryNode): 'true' | undefined {
    const lid = parseAddress(attrs['to'] ?? '')?.user ?? ''
    const told = this.announced.get(lid)
    if (!told) return undefined
    if (told.has(account))
      network.ledger.violation('malformed', account, `still writes to the retired LID ${lid}`)
    told.add(account)
    return 'true'
  }
}
