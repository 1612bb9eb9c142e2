import type { SessionTrouble } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'

/** Reports what a session could not do, each kind at most once an hour, because retries fail repeatedly. */
export class Troubles {
  private readonly reportedAt = new Map<SessionTrouble, number>()

  constructor(
    private readonly callbacks: Pick<SessionCallbacks, 'trouble'>,
    /** A report could not be stored. */
    private readonly failed: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  report(kind: SessionTrouble): void {
    const last = this.reportedAt.get(kind)
    if (last !== undefined && this.now() - last < HOUR) return
    this.reportedAt.set(kind, this.now())
    this.callbacks.trouble(kind).catch((error: unknown) => {
      this.reportedAt.delete(kind)
      this.failed(error)
    })
  }
}
