import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'

const TYPE = 'unread-message'
const INDEX = 'index'

/** A message that arrived but could not be decrypted; its sender was sent a retry receipt. */
export interface UndecryptedMessage {
  envelope: Record<string, string>
  /** Milliseconds since 1970. */
  since: number
}

/** Maximum of waiting messages, in total and per sender: all of them are written again with every change. */
const MAX_WAITING = 300
const MAX_PER_SENDER = 20

/**
 * Messages for which retry receipts were sent, stored in the vault so that a crash loses none. One that does not
 * arrive again in time is reported as a placeholder; reported and received ones are deleted here. Messages beyond the
 * maximum get no placeholder; they are recorded if they arrive.
 */
export class UndecryptedMessages {
  private readonly waiting = new Map<string, UndecryptedMessage>()
  private isLoaded = false

  constructor(private readonly vault: SignalVault) {}

  async load(): Promise<void> {
    const stored = (await this.vault.findKeys(TYPE, [INDEX])).get(INDEX)
    if (stored && !this.isLoaded) {
      const rows = JSON.parse(Buffer.from(stored).toString()) as [string, UndecryptedMessage][]
      for (const [key, row] of rows) this.waiting.set(key, row)
    }
    this.isLoaded = true
  }

  async add(envelope: Record<string, string>, now: number): Promise<void> {
    const key = toKey(envelope)
    if (this.waiting.has(key) || this.isCrowded(envelope)) return
    this.waiting.set(key, { envelope, since: now })
    await this.save()
  }

  async forget(envelope: Record<string, string>): Promise<void> {
    if (this.waiting.delete(toKey(envelope))) await this.save()
  }

  /** Messages that have been waiting since `before` or earlier. */
  listOverdue(before: number): UndecryptedMessage[] {
    return [...this.waiting.values()].filter(({ since }) => since <= before)
  }

  get isWaiting(): boolean {
    return this.waiting.size > 0
  }

  private isCrowded(envelope: Record<string, string>): boolean {
    if (this.waiting.size < MAX_PER_SENDER) return false
    const isSame = ({ envelope: other }: UndecryptedMessage) =>
      other.from === envelope.from && other.participant === envelope.participant
    return (
      this.waiting.size >= MAX_WAITING || [...this.waiting.values()].filter(isSame).length >= MAX_PER_SENDER
    )
  }

  private save(): Promise<void> {
    const value = Buffer.from(JSON.stringify([...this.waiting]))
    return this.vault.write({ keys: [{ type: TYPE, id: INDEX, value }] })
  }
}

const toKey = ({ id = '', from = '', participant = '' }: Record<string, string>) =>
  `${from}/${participant}/${id}`
