interface Pausable {
  pause(): void
  resume(): void
}

/** Of one kind, read and not done with yet. */
const MOST_WAITING = 500
const HELD_MS = 200
const BREATH_MS = 20

/**
 * Reads a socket by sips while too much of what was read waits: the server keeps the rest for us. Never not at all: what
 * waits may itself be waiting for an answer of the server, which stands behind the rest.
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

  /** How much of what was read is not done with: messages, and the receipts that are not durable yet. */
  waiting(kind: 'messages' | 'receipts', count: number): void {
    const isFlooded = count > (this.floods.has(kind) ? MOST_WAITING / 2 : MOST_WAITING)
    if (isFlooded) this.floods.add(kind)
    else this.floods.delete(kind)
    this.apply()
  }

  /** The line is over. */
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
