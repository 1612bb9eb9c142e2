interface Pausable {
  pause(): void
  resume(): void
}

/** Frames that were read and not looked at yet. */
const MOST_FRAMES = 500
const HELD_MS = 200
const BREATH_MS = 20

/**
 * Reads a socket by sips while too much of what was read waits: the server keeps the rest for us. Never not at all: what
 * waits may itself be waiting for an answer of the server, which stands behind the rest.
 */
export class BackPressure {
  private isCrowded = false
  private isFlooded = false
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly socket: () => Pausable | null) {}

  crowded(isCrowded: boolean): void {
    this.isCrowded = isCrowded
    this.apply()
  }

  frames(waiting: number): void {
    this.isFlooded = this.isFlooded ? waiting > MOST_FRAMES / 2 : waiting > MOST_FRAMES
    this.apply()
  }

  /** The line is over. */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private apply(): void {
    const shallPause = this.isCrowded || this.isFlooded
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
