/** A cache: any value may be evicted at any time. Keys contain the company: `tickets:7:contact:12`. */
export interface Cache {
  /** The JSON value stored under `key`, or undefined. */
  get<T>(key: string): Promise<T | undefined>
  /** `value` must survive JSON. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  delete(...keys: string[]): Promise<void>
}
