/**
 * Sets a number's presence to online while an agent works on it and for `idleMs` afterwards. A phone shows no
 * notifications while a companion device is online, so an owner away from the desk would otherwise miss messages.
 */
export class AgentPresence {
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly idleMs: number,
    private readonly show: (state: 'available' | 'unavailable') => void,
  ) {}

  /** An agent has opened a ticket of the number, or is writing in one. */
  noteWork(): void {
    if (this.timer) clearTimeout(this.timer)
    else this.show('available')
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.show('unavailable')
    }, this.idleMs)
  }

  /** Cancels the timer; sends no further presence. */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
