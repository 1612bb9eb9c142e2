/**
 * Sets a number's presence to online while an agent works on it and for `idleMs` afterwards. A phone shows no
 * notifications while a companion device is online, so an owner away from the desk would otherwise miss messages.
 */
export class AgentPresence {
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly idleMs: number,
    private readonly sendPresence: (state: 'available' | 'unavailable') => void,
  ) {}

  /** An agent has opened a ticket of the number, or is writing in one. */
  recordWork(): void {
    if (this.timer) clearTimeout(this.timer)
    else this.sendPresence('available')
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.sendPresence('unavailable')
    }, this.idleMs)
  }

  /** Cancels the timer; sends no further presence. */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
