import type { NewChatMessageCapInfo, WASocket } from '@whiskeysockets/baileys'

import type { AccountLimit } from '../../../features/whatsapp-driver'

type Socket = Pick<WASocket, 'ev' | 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>

export interface AccountLimitsDeps {
  sock: Socket
  report(limit: AccountLimit): Promise<void>
  /** The server did not answer the question. */
  failed(error: unknown): void
}

const parseEpochSeconds = (text: string | undefined): Date | undefined =>
  Number(text) > 0 ? new Date(Number(text) * 1_000) : undefined

/** Numbers arrive as text; a quota of -1 or 0 means no quota (devlikeapro/waha #2186, 2026-07-28). */
export function toNewChatLimit(info: NewChatMessageCapInfo): AccountLimit {
  const [total, used] = [Number(info.total_quota), Number(info.used_quota)]
  return {
    kind: 'new-chats',
    isUsedUp: info.capping_status === ('CAPPED' as NewChatMessageCapInfo['capping_status']),
    until: parseEpochSeconds(info.cycle_end_timestamp),
    quota: total > 0 ? { total, used: used > 0 ? used : 0 } : undefined,
  }
}

/**
 * The account's limits as the server reports them: in notifications (WhiskeySockets/Baileys
 * #2445, 2026-03-25), in answers to time lock queries, and queried once when the socket has
 * opened (#2442). A query without an answer limits nothing (#2539).
 */
export class AccountLimits {
  constructor(private readonly deps: AccountLimitsDeps) {
    const { ev } = deps.sock
    ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
      if (lock)
        this.report({ kind: 'time-lock', isActive: lock.isActive === true, until: lock.timeEnforcementEnds })
    })
    ev.on('message-capping.update', (info) => this.report(toNewChatLimit(info)))
  }

  query(): void {
    const { sock, failed } = this.deps
    // The result also arrives as an event.
    sock.fetchAccountReachoutTimelock().catch(failed)
    sock
      .fetchNewChatMessageCap()
      .then((info) => this.report(toNewChatLimit(info)))
      .catch(failed)
  }

  private report(limit: AccountLimit): void {
    this.deps.report(limit).catch(this.deps.failed)
  }
}
