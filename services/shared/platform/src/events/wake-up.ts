/** Lets a loop sleep until called, or until the time is over. A call while it is awake is not forgotten. */
export class WakeUp {
  private isCalled = false
  private wake: (() => void) | undefined
  private timer: NodeJS.Timeout | undefined

  call = (): void => {
    this.isCalled = true
    this.wake?.()
  }

  /** Gathers calls for so long before it wakes. */
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
