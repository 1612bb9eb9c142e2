/** Sleeps until called or until the time is over. A call between two sleeps ends the next one at once. */
export class WakeUp {
  private isCalled = false
  private wake: (() => void) | undefined
  private timer: NodeJS.Timeout | undefined

  call = (): void => {
    this.isCalled = true
    this.wake?.()
  }

  /** Coalesces calls for this long before waking. */
  callIn(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.call()
    }, ms)
  }

  async sleep(ms: number): Promise<void> {
    if (!this.isCalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.wake = undefined
    }
    this.isCalled = false
  }

  cancel(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
