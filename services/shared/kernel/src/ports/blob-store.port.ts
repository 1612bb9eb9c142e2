import type { Readable } from 'node:stream'

export interface BlobInfo {
  sizeBytes: number
}

/** Media bytes by object key (`companies/7/2026/11/<32 hex>.jpg`). Keys are generated here, never taken from callers. */
export interface BlobStore {
  /** Durable when it resolves; a failed or oversized write (ERR_MEDIA_TOO_LARGE) leaves nothing behind. */
  put(key: string, content: Readable | Buffer, limits?: { maxBytes?: number }): Promise<BlobInfo>
  /** Undefined when absent. `range` is inclusive on both ends, in bytes. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  info(key: string): Promise<BlobInfo | undefined>
  /** Idempotent. */
  delete(key: string): Promise<void>
  /** The keys of every object below a folder (`companies/7`), in any order. What is written meanwhile may be in it or not. */
  list(folder: string): AsyncIterable<string>
  /** Deletes every object below a folder (`companies/7`), and none of another that begins alike. Idempotent; a repeat goes on after a crash. */
  deleteFolder(folder: string): Promise<void>
}
