interface Pausable {
  pause(): void
  resume(): void
}

/** Maximum of unfinished messages, and of unfinished receipts. */
const MAX_WAITING = 500
const PAUSED_MS = 200
const READING_MS = 20

/**
 * Reads a socket for 20 ms in every 220 ms while too many messages or receipts are unfinished; the server queues the
 * rest. Reading never stops completely: unfinished work may itself wait for an answer of the server that is behind
 * the rest in the socket.
 */
export class BackPressure {
  private isCrowded = false
  private readonly exceeded = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly socket: () => Pausable | null) {}

  setCrowded(isCrowded: boolean): void {
    this.isCrowded = isCrowded
    this.apply()
  }

  /** Number of unfinished items: messages that are not recorded, receipts that are not durable. Ends at half the maximum. */
  setWaiting(kind: 'messages' | 'receipts', count: number): void {
    const isExceeded = count > (this.exceeded.has(kind) ? MAX_WAITING / 2 : MAX_WAITING)
    if (isExceeded) this.exceeded.add(kind)
    else this.exceeded.delete(kind)
    this.apply()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private apply(): void {
    const mustPause = this.isCrowded || this.exceeded.size > 0
    if (mustPause === (this.timer !== undefined)) return
    if (mustPause) return this.pause()
    this.stop()
    this.socket()?.resume()
  }

  private pause(): void {
    this.socket()?.pause()
    this.timer = setTimeout(() => this.read(), PAUSED_MS).unref()
  }

  private read(): void {
    this.socket()?.resume()
    this.timer = setTimeout(() => this.pause(), READING_MS).unref()
  }
}
