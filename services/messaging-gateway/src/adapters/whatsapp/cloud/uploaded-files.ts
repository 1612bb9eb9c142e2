import { DAY, type Clock } from '@balcao/kernel'

/*
 * Uploads are kept for 30 days: developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media (16 June 2026).
 * A message that is accepted today is delivered from it later.
 */
const KEPT_MS = 25 * DAY
const MOST_FILES = 1_000

/** Meta's ids of files that a session has uploaded, so that a campaign uploads its picture once. Forgotten with the session. */
export class UploadedFiles {
  /** The longest unused first. */
  private readonly files = new Map<string, { id: string; at: number }>()

  constructor(private readonly clock: Clock) {}

  find(key: string): string | undefined {
    const file = this.files.get(key)
    if (!file) return undefined
    this.files.delete(key)
    if (this.nowMs() - file.at > KEPT_MS) return undefined
    this.files.set(key, file)
    return file.id
  }

  add(key: string, id: string): void {
    this.files.set(key, { id, at: this.nowMs() })
    const [oldest] = this.files.keys()
    if (this.files.size > MOST_FILES && oldest !== undefined) this.files.delete(oldest)
  }

  /** Meta did not take a message with it: it may have lost the file. */
  forget(key: string): void {
    this.files.delete(key)
  }

  private nowMs(): number {
    return this.clock.now().getTime()
  }
}
