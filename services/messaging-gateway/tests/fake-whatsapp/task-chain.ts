/** Runs tasks one after the other; a failed one rejects for its caller and does not stop the next. */
export class TaskChain {
  private tail: Promise<unknown> = Promise.resolve()

  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.tail.then(task)
    this.tail = result.catch(() => undefined)
    return result
  }

  /** Resolves when all tasks so far have finished. */
  async idle(): Promise<void> {
    await this.tail
  }
}
