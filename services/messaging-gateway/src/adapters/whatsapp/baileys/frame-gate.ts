import { AppError, waitUntilRenewed, type Lease } from '@balcao/kernel'

/** The part of a WebSocket that the gate uses. */
export interface FrameSink {
  send(data: Uint8Array, done?: (error?: Error) => void): void
}

/**
 * Delays the frames that the protocol library sends. The library acknowledges stanzas before their content could be
 * made durable; here each frame waits for that, and for a renewed lease. Frames keep their order. Once shut, the gate
 * sends nothing: after a failure of ours the server gets no acknowledgement and delivers the stanza again.
 */
export class FrameGate {
  private readonly holds = new Set<Promise<unknown>>()
  private tail: Promise<void> = Promise.resolve()
  private isShut = false
  private readonly whenShut: Promise<never>
  private rejectWhenShut: (error: Error) => void = () => undefined

  constructor(
    private readonly lease: Pick<Lease, 'isSuspended' | 'signal'>,
    /** Called once with the cause, when the gate shuts by itself or is shut. */
    private readonly onShut: (cause: unknown) => void,
  ) {
    this.whenShut = new Promise<never>((_, reject) => (this.rejectWhenShut = reject))
    this.whenShut.catch(() => undefined)
  }

  get shut(): boolean {
    return this.isShut || this.lease.signal.aborted
  }

  /** Frames sent after this call leave only when `work` is done; its failure shuts the gate. */
  hold<T>(work: Promise<T>): Promise<T> {
    this.holds.add(work)
    work
      .catch((error: unknown) => this.close(error))
      .finally(() => this.holds.delete(work))
      .catch(() => undefined)
    return work
  }

  /**
   * Resolves while the lease is held, waits while it is suspended.
   * @throws {AppError} ERR_LEASE_LOST once the gate is shut.
   */
  async pass(): Promise<void> {
    await waitUntilRenewed(this.lease, () => this.shut)
    if (this.shut) {
      this.close()
      throw leaseLost()
    }
  }

  /** Replaces the socket's `send` by one that waits. */
  guard(socket: FrameSink): void {
    const send = socket.send.bind(socket)
    socket.send = (data, done) => {
      const before = [...this.holds]
      this.tail = this.tail
        .then(async () => {
          if (before.length > 0) await Promise.race([Promise.all(before), this.whenShut])
          if (this.lease.isSuspended || this.shut) await this.pass()
          send(data, done)
        })
        .catch((error: unknown) => done?.(error instanceof Error ? error : leaseLost()))
    }
  }

  /** Idempotent. */
  close(cause?: unknown): void {
    if (this.isShut) return
    this.isShut = true
    this.rejectWhenShut(leaseLost())
    this.onShut(cause)
  }
}

const leaseLost = () => new AppError('ERR_LEASE_LOST', { detail: 'the socket has ended' })
