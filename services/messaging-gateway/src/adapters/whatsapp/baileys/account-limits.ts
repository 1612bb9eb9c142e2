import type { NewChatMessageCapInfo, WASocket } from '@whiskeysockets/baileys'

import type { AccountLimit } from '../../../features/whatsapp-driver'

type Socket = Pick<WASocket, 'ev' | 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>

export interface LimitDeps {
  sock: Socket
  tell(limit: AccountLimit): Promise<void>
  /** The server did not answer the question. */
  unknown(error: unknown): void
}

const secondsOf = (text: string | undefined): Date | undefined =>
  Number(text) > 0 ? new Date(Number(text) * 1_000) : undefined

/** Numbers arrive as text; a quota of -1 or 0 means no quota (devlikeapro/waha #2186, 2026-07-28). */
export function limitOfCapping(info: NewChatMessageCapInfo): AccountLimit {
  const [total, used] = [Number(info.total_quota), Number(info.used_quota)]
  return {
    kind: 'new-chats',
    isUsedUp: info.capping_status === ('CAPPED' as NewChatMessageCapInfo['capping_status']),
    until: secondsOf(info.cycle_end_timestamp),
    quota: total > 0 ? { total, used: used > 0 ? used : 0 } : undefined,
  }
}

/**
 * The account's limits as the server reports them: in notifications (WhiskeySockets/Baileys
 * #2445, 2026-03-25), in answers to time lock queries, and queried once when the socket has
 * opened (#2442). A query without an answer limits nothing (#2539).
 */
export class AccountLimits {
  constructor(private readonly deps: LimitDeps) {
    const { ev } = deps.sock
    ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
      if (lock)
        this.tell({ kind: 'time-lock', isActive: lock.isActive === true, until: lock.timeEnforcementEnds })
    })
    ev.on('message-capping.update', (info) => this.tell(limitOfCapping(info)))
  }

  ask(): void {
    const { sock, unknown } = this.deps
    // The result also arrives as an event.
    sock.fetchAccountReachoutTimelock().catch(unknown)
    sock
      .fetchNewChatMessageCap()
      .then((info) => this.tell(limitOfCapping(info)))
      .catch(unknown)
  }

  private tell(limit: AccountLimit): void {
    this.deps.tell(limit).catch(this.deps.unknown)
  }
}
