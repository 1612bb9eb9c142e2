import type { SessionTrouble } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import type { SessionCallbacks } from '../../../features/whatsapp-driver'

/** Tells of what a session could not do, of each kind once an hour: what is tried further fails often. */
export class Troubles {
  private readonly toldAt = new Map<SessionTrouble, number>()

  constructor(
    private readonly callbacks: Pick<SessionCallbacks, 'trouble'>,
    /** Told of what could not be told. */
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
