/** An answer of the API that is not the one of the request. */
export type AnswerFault =
  /** Refused before anything happens. `code` is in the body; absent: an HTML page, as load balancers answer. */
  | { kind: 'refuse'; status: number; code?: number }
  /** Answered late; what the request asks is done at once. */
  | { kind: 'slow'; delayMs: number }
  /** The connection breaks before anything happens. */
  | { kind: 'cut-before' }
  /** What the request asks is done, and the connection breaks without an answer: the caller cannot know. */
  | { kind: 'cut-after' }

interface Planned {
  fault: AnswerFault
  left: number
  matches: (method: string, path: string) => boolean
}

/** Faults of the API's answers. None by default. */
export class AnswerFaults {
  private planned: Planned[] = []

  /** @param path a part of the path that it is for, `/messages` for instance; absent: any request. */
  next(fault: AnswerFault, options: { count?: number; path?: string; method?: string } = {}): void {
    const { count = 1, path = '', method } = options
    this.planned.push({
      fault,
      left: count,
      matches: (asked, askedPath) => (!method || method === asked) && askedPath.includes(path),
    })
  }

  clear(): void {
    this.planned = []
  }

  take(method: string, path: string): AnswerFault | undefined {
    const found = this.planned.find((one) => one.left > 0 && one.matches(method, path))
    if (!found) return undefined
    found.left--
    return found.fault
  }
}
