import { Account } from './account'
import { parseAddress } from './jids'
import type { Network } from './network'

/** How many strangers an account may look up or write to. A model: the real limits are secret and depend on the number. */
export interface VolumeLimits {
  /** From then on look-ups are answered with 429 (WhiskeySockets/Baileys #797, #222). */
  refuseAt: number
  /** From then on messages to strangers are answered with 463, and the account is time-locked. */
  lockAt: number
  /** Then its devices are dropped, and logins are refused with 403 (wwebjs/whatsapp-web.js #2213). */
  banAt: number
}

export type Verdict = 'taken' | 'refused' | 'locked' | 'banned'

const LOCK_MS = 86_400_000

/** Counts the strangers of each account: people who have not written to it, and numbers that do not exist. */
export class Volume {
  private readonly strangers = new Map<Account, Set<string>>()
  private readonly banned = new Set<Account>()

  isBanned(account: Account | undefined): boolean {
    return account !== undefined && this.banned.has(account)
  }

  /** What the server thinks of an account that looks up, or writes to, these addresses. */
  judge(network: Network, account: Account, jids: readonly string[]): Verdict {
    const { volume } = network.settings
    const strangers = jids.filter((jid) => isStranger(network, account, jid))
    if (!volume || strangers.length === 0) return 'taken'
    const seen = this.strangers.get(account) ?? new Set()
    this.strangers.set(account, seen)
    for (const jid of strangers) seen.add(network.find(jid)?.number ?? jid)
    if (seen.size >= volume.banAt) return this.ban(account)
    if (seen.size >= volume.lockAt) {
      network.settings.timeLockedUntil ??= new Date(Date.now() + LOCK_MS)
      return 'locked'
    }
    return seen.size >= volume.refuseAt ? 'refused' : 'taken'
  }

  count(account: Account): number {
    return this.strangers.get(account)?.size ?? 0
  }

  private ban(account: Account): Verdict {
    this.banned.add(account)
    for (const device of account.linked.values()) device.connection?.fail('403')
    return 'banned'
  }
}

function isStranger(network: Network, account: Account, jid: string): boolean {
  const person = network.find(jid)
  if (!parseAddress(jid) || person instanceof Account) return false
  const { delivered } = network.ledger.account(account)
  return ![...(person?.sent.keys() ?? [])].some((waId) => delivered.has(waId))
}
