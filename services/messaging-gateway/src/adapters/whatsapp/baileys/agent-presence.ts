/**
 * Shows a number as online while an agent works on it, and for `idleMs` more: a phone whose account is online elsewhere shows no
 * notifications of its own, so an owner whose desk is closed would hear of nothing.
 */
export class AgentPresence {
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly idleMs: number,
    private readonly show: (state: 'available' | 'unavailable') => void,
  ) {}

  /** An agent has opened a ticket of the number, or writes in one. */
  noteWork(): void {
    if (this.timer) clearTimeout(this.timer)
    else this.show('available')
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.show('unavailable')
    }, this.idleMs)
  }

  /** The line is over: nothing is shown any more. */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
