import { AppError, waitUntilRenewed, type Lease } from '@balcao/kernel'

/** As much of a WebSocket as the gate needs. */
export interface FrameSink {
  send(data: Uint8Array, done?: (error?: Error) => void): void
}

/**
 * Stands between the protocol library and the wire. The library answers the server before anybody could make the reason
 * durable; here each frame waits for what must be durable first, and for a lease that holds. Frames keep their order.
 * Shut, it lets nothing out any more: a failure of ours must not become an answer to the server, who then delivers again.
 */
export class FrameGate {
  private readonly holds = new Set<Promise<unknown>>()
  private tail: Promise<void> = Promise.resolve()
  private isShut = false
  private readonly whenShut: Promise<never>
  private tellShut: (error: Error) => void = () => undefined

  constructor(
    private readonly lease: Pick<Lease, 'isSuspended' | 'signal'>,
    /** Told once, when the gate shuts by itself or is shut, and why. */
    private readonly onShut: (cause: unknown) => void,
  ) {
    this.whenShut = new Promise<never>((_, reject) => (this.tellShut = reject))
    this.whenShut.catch(() => undefined)
  }

  get shut(): boolean {
    return this.isShut || this.lease.signal.aborted
  }

  /** No frame that is sent from now on leaves before `work` is done; its failure shuts the gate. */
  hold<T>(work: Promise<T>): Promise<T> {
    this.holds.add(work)
    work
      .catch((error: unknown) => this.close(error))
      .finally(() => this.holds.delete(work))
      .catch(() => undefined)
    return work
  }

  /** Resolves while the lease holds, waits while it is frozen. @throws {AppError} ERR_LEASE_LOST once the gate is shut. */
  async pass(): Promise<void> {
    await waitUntilRenewed(this.lease, () => this.shut)
    if (this.shut) {
      this.close()
      throw gone()
    }
  }

  /** Puts the gate in front of a socket: its `send` waits from now on. */
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
        .catch((error: unknown) => done?.(error instanceof Error ? error : gone()))
    }
  }

  /** Idempotent. */
  close(cause?: unknown): void {
    if (this.isShut) return
    this.isShut = true
    this.tellShut(gone())
    this.onShut(cause)
  }
}

const gone = () => new AppError('ERR_LEASE_LOST', { detail: 'the line is cut' })
