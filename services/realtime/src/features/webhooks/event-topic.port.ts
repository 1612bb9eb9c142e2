/** What a consumer can choose by, without the body. */
export interface EventHeaders extends Record<string, string> {
  /** Equal however often the event is written. */
  id: string
  event: string
  'company-id': string
  sequence: string
  schema: string
  'content-type': 'application/json'
}

/** A public event as programs of the operator read it from a topic. */
export interface EventRecord {
  /** Records of one key keep their order. */
  key: string
  value: string
  headers: EventHeaders
}

/** The topic that gets the public events of every company. */
export interface EventTopic {
  /**
   * Writes in order, and resolves with how many of the first records are there for good: fewer than all when the next one is larger than
   * the topic takes. After a failure any of them may be there. One call at a time. @throws when no broker answers, or when aborted
   */
  write(records: readonly EventRecord[], signal: AbortSignal): Promise<number>
  close(): Promise<void>
}
