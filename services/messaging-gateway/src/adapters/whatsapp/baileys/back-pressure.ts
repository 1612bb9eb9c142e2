interface Pausable {
  pause(): void
  resume(): void
}

/** Maximum of unfinished messages, and of unfinished receipts. */
const MOST_WAITING = 500
const HELD_MS = 200
const BREATH_MS = 20

/**
 * Reads a socket for 20 ms in every 220 ms while too many messages or receipts are unfinished; the server queues the
 * rest. Reading never stops completely: unfinished work may itself wait for an answer of the server that is behind
 * the rest in the socket.
 */
export class BackPressure {
  private isCrowded = false
  private readonly floods = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly socket: () => Pausable | null) {}

  crowded(isCrowded: boolean): void {
    this.isCrowded = isCrowded
    this.apply()
  }

  /** Number of unfinished items: messages that are not recorded, receipts that are not durable. Ends at half the maximum. */
  waiting(kind: 'messages' | 'receipts', count: number): void {
    const isFlooded = count > (this.floods.has(kind) ? MOST_WAITING / 2 : MOST_WAITING)
    if (isFlooded) this.floods.add(kind)
    else this.floods.delete(kind)
    this.apply()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private apply(): void {
    const shallPause = this.isCrowded || this.floods.size > 0
    if (shallPause === (this.timer !== undefined)) return
    if (shallPause) return this.hold()
    this.stop()
    this.socket()?.resume()
  }

  private hold(): void {
    this.socket()?.pause()
    this.timer = setTimeout(() => this.breathe(), HELD_MS).unref()
  }

  private breathe(): void {
    this.socket()?.resume()
    this.timer = setTimeout(() => this.hold(), BREATH_MS).unref()
  }
}
