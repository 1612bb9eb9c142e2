import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import { WorkLoop } from '../../../work-loop'
import { InboundQueue } from './inbound-queue'
import { decodeEntry, type JournalEntry } from './journal-entry'

export interface JournalRecorderOptions {
  vault: SignalVault
  chooseLane(entry: JournalEntry): string
  /** Resolves when the gateway has made it durable. */
  record(entry: JournalEntry): Promise<void>
  failed(error: unknown): void
  /** A message could not be recorded for minutes. */
  onStuck(): void
  onCrowded(isCrowded: boolean): void
  closeBatchMs: number
}

/** Far more than the 1,000 waiting messages at which back-pressure begins. */
const MAX_OPEN = 100_000

/**
 * Records decrypted messages in order per chat, then closes their journal rows. Rows that an earlier session left
 * open are recorded first; recording is idempotent, so a crash before the row is closed only repeats it.
 */
export class JournalRecorder {
  private readonly queue: InboundQueue<JournalEntry>
  private readonly closer: WorkLoop
  private readonly queued = new Set<string>()
  private done: string[] = []

  constructor(private readonly options: JournalRecorderOptions) {
    this.queue = new InboundQueue({
      chooseLane: (entry) => options.chooseLane(entry),
      handle: (entry) => this.recordEntry(entry),
      failed: (error) => options.failed(error),
      onStuck: () => options.onStuck(),
      onCrowded: (isCrowded) => options.onCrowded(isCrowded),
    })
    this.closer = new WorkLoop(
      () => this.closeDone(),
      (error) => {
        options.failed(error)
        return options.closeBatchMs
      },
    )
  }

  /** All open rows of an earlier session, oldest first. */
  async backlog(): Promise<JournalEntry[]> {
    const rows = await this.options.vault.listOpenJournal(MAX_OPEN)
    return rows.map((row) => decodeEntry(row.hash, row.content))
  }

  push(entry: JournalEntry): void {
    if (this.queued.has(entry.hash)) return
    this.queued.add(entry.hash)
    this.queue.push(entry)
  }

  /** Number of messages that are decrypted and not recorded yet. */
  get lag(): number {
    return this.queue.length
  }

  async stop(): Promise<void> {
    await this.queue.stop()
    await this.closer.stop()
    await this.closeDone().catch((error: unknown) => this.options.failed(error))
  }

  private async recordEntry(entry: JournalEntry): Promise<void> {
    await this.options.record(entry)
    this.queued.delete(entry.hash)
    this.done.push(entry.hash)
    if (this.done.length === 1) setTimeout(() => this.closer.nudge(), this.options.closeBatchMs)
  }

  private async closeDone(): Promise<undefined> {
    const hashes = this.done
    if (hashes.length === 0) return
    this.done = []
    try {
      await this.options.vault.closeJournal(hashes)
    } catch (error) {
      this.done.push(...hashes)
      throw error
    }
  }
}
