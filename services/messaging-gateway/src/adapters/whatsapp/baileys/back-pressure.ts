interface Pausable {
  pause(): void
  resume(): void
}

/** Frames that were read and not looked at yet. */
const MOST_FRAMES = 500

/** Stops reading a socket while too much of what was read waits: the server keeps the rest for us. */
export class BackPressure {
  private isCrowded = false
  private isFlooded = false
  private isPaused = false

  constructor(private readonly socket: () => Pausable | null) {}

  crowded(isCrowded: boolean): void {
    this.isCrowded = isCrowded
    this.apply()
  }

  frames(waiting: number): void {
    this.isFlooded = this.isFlooded ? waiting > MOST_FRAMES / 2 : waiting > MOST_FRAMES
    this.apply()
  }

  private apply(): void {
    const shallPause = this.isCrowded || this.isFlooded
    if (shallPause === this.isPaused) return
    this.isPaused = shallPause
    if (shallPause) this.socket()?.pause()
    else this.socket()?.resume()
  }
}
