import type { SessionTrouble } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'

/** Reports what a session could not do, each kind at most once an hour, because retries fail repeatedly. */
export class Troubles {
  private readonly toldAt = new Map<SessionTrouble, number>()

  constructor(
    private readonly callbacks: Pick<SessionCallbacks, 'trouble'>,
    /** A report could not be stored. */
    private readonly failed: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  tell(kind: SessionTrouble): void {
    const last = this.toldAt.get(kind)
    if (last !== undefined && this.now() - last < HOUR) return
    this.toldAt.set(kind, this.now())
    this.callbacks.trouble(kind).catch((error: unknown) => {
      this.toldAt.delete(kind)
      this.failed(error)
    })
  }
}
