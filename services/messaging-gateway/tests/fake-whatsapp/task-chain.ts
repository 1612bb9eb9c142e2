/** Runs tasks one after another; a failed one rejects for its caller and does not hold up the next. */
export class TaskChain {
  private tail: Promise<unknown> = Promise.resolve()

  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.tail.then(task)
    this.tail = result.catch(() => undefined)
    return result
  }

  /** Resolves when everything asked for so far is done. */
  async idle(): Promise<void> {
    await this.tail
  }
}
