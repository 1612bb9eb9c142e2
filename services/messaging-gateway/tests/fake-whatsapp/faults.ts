import type { BinaryNode } from '@whiskeysockets/baileys'

export interface FaultRates {
  delayMs: number
  dropRate: number
  duplicateRate: number
  reorderRate: number
  /** The affected stanzas; queries and stream errors are affected only when named here. */
  tags: readonly string[]
}

/** Cuts the connection, once, at the nth matching stanza after the call. */
export interface Cut {
  /** As the server sees it: `in` comes from the client. */
  direction: 'in' | 'out'
  nth?: number
  tag?: string
  /** Digits of the account; absent: any. */
  account?: string
  /** `before`: the stanza is lost. `after`: it was delivered. */
  when?: 'before' | 'after'
}

interface Planted {
  accepts(account: string): boolean
  left: number
}

interface PlantedRefusal extends Planted {
  error: string
  lockedUntil: Date | undefined
}

/**
 * Attributes of `<failure>`: `expire` in seconds and `code` accompany 402 (whatsmeow connectionevents.go
 * handleConnectFailure, types/events/events.go TempBanReason; 2026-08-21).
 */
interface LoginFailure {
  attrs: Record<string, string>
}

const REORDER_DELAY_MS = 15

const HEALTHY: FaultRates = {
  delayMs: 0,
  dropRate: 0,
  duplicateRate: 0,
  reorderRate: 0,
  tags: ['message', 'receipt', 'notification', 'ack', 'call'],
}

/** Faults between server and client. All are off by default. */
export class Faults {
  /** Stanzas to the client. Dropped ones stay queued for the next connection. */
  toClient: FaultRates = { ...HEALTHY }
  /** Stanzas from the client that arrive late, never, or twice. */
  fromClient: FaultRates = { ...HEALTHY }
  /** Changes the server's hello. */
  spoilHello: ((frame: Buffer) => Buffer) | undefined
  /** Number of requests for delivery (`active`) that are still refused. */
  refuseActive = 0
  /** Number of connection attempts that are still refused. */
  refuseConnects = 0

  private readonly cuts: { cut: Cut; left: number }[] = []
  private readonly refusals: PlantedRefusal[] = []
  private readonly loginFailures: (Planted & LoginFailure)[] = []

  constructor(private readonly random: () => number) {}

  cut(cut: Cut): void {
    this.cuts.push({ cut, left: cut.nth ?? 1 })
  }

  /**
   * The next messages of the account (or of any account) are acked with this error, 463 for instance. From the first one on the
   * account is locked until `lockedUntil`; before, nothing tells the client.
   */
  refuseMessages(
    error: number,
    options: { count?: number; account?: string; lockedUntil?: Date } = {},
  ): void {
    const { lockedUntil, ...whom } = options
    this.refusals.push({ error: String(error), lockedUntil, ...planted(whom) })
  }

  /** The next logins end with `<failure reason=…>`, a temporary ban (402) with its length. */
  failLogins(
    reason: number,
    options: { count?: number; account?: string; expireSeconds?: number } = {},
  ): void {
    const { expireSeconds, ...whom } = options
    const attrs: LoginFailure['attrs'] = { reason: String(reason) }
    if (expireSeconds !== undefined) Object.assign(attrs, { code: '101', expire: String(expireSeconds) })
    this.loginFailures.push({ attrs, ...planted(whom) })
  }

  takeRefusal(account: string): Pick<PlantedRefusal, 'error' | 'lockedUntil'> | undefined {
    return take(this.refusals, account)
  }

  takeLoginFailure(account: string): LoginFailure['attrs'] | undefined {
    return take(this.loginFailures, account)?.attrs
  }

  takeActiveRefusal(): boolean {
    if (this.refuseActive <= 0) return false
    this.refuseActive--
    return true
  }

  takeConnectRefusal(): boolean {
    if (this.refuseConnects <= 0) return false
    this.refuseConnects--
    return true
  }

  /** Delays of a stanza's copies in milliseconds; none when it is lost. */
  chooseDelays(rates: FaultRates, node: BinaryNode): number[] {
    if (!rates.tags.includes(node.tag)) return [0]
    if (this.happens(rates.dropRate)) return []
    const delayMs = rates.delayMs + (this.happens(rates.reorderRate) ? REORDER_DELAY_MS : 0)
    return this.happens(rates.duplicateRate) ? [delayMs, delayMs] : [delayMs]
  }

  takeCut(direction: 'in' | 'out', node: BinaryNode, account: string): 'before' | 'after' | undefined {
    for (const planned of this.cuts) {
      if (!matches(planned.cut, direction, node, account)) continue
      planned.left--
      if (planned.left > 0) continue
      this.cuts.splice(this.cuts.indexOf(planned), 1)
      return planned.cut.when ?? 'before'
    }
    return undefined
  }

  /** Switches all faults off. */
  clear(): void {
    this.toClient = { ...HEALTHY }
    this.fromClient = { ...HEALTHY }
    this.refuseConnects = 0
    this.refuseActive = 0
    this.spoilHello = undefined
    for (const list of [this.cuts, this.refusals, this.loginFailures]) list.length = 0
  }

  private happens(rate: number): boolean {
    return rate > 0 && this.random() < rate
  }
}

const planted = (options: { count?: number; account?: string }): Planted => ({
  left: options.count ?? 1,
  accepts: (account) => !options.account || options.account === account,
})

function take<T extends Planted>(list: T[], account: string): T | undefined {
  const found = list.find((item) => item.accepts(account))
  if (!found) return undefined
  found.left--
  if (found.left === 0) list.splice(list.indexOf(found), 1)
  return found
}

const matches = (cut: Cut, direction: string, node: BinaryNode, account: string): boolean =>
  cut.direction === direction &&
  (!cut.tag || cut.tag === node.tag) &&
  (!cut.account || cut.account === account)
