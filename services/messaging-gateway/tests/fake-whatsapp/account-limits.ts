import type { Account } from './account'
import { SERVER_JID } from './jids'
import { nowSeconds, randomId, stanza } from './stanza'

/** The server's answer about new chats, as in Baileys Types/State.d.ts (#2442, 2026-03-25); numbers are sent as text. */
export interface Capping {
  capping_status?: 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED'
  total_quota?: string
  used_quota?: string
  cycle_end_timestamp?: string
}

export const toSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1_000))

/* A `mex` notification contains GraphQL (whatsmeow notification.go, handleMexNotification; WhiskeySockets/Baileys #2445). */
function notify(account: Account, operation: string, data: object): void {
  const update = stanza('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
  const attrs = { from: SERVER_JID, type: 'mex', t: nowSeconds() }
  for (const device of account.linked.values())
    device.deliver(stanza('notification', { ...attrs, id: randomId('', 8) }, [update]))
}

/** Notifies that the reach-out time lock begins, or ends (undefined). */
export const notifyTimeLock = (account: Account, until: Date | undefined): void =>
  notify(account, 'NotificationUserReachoutTimelockUpdate', {
    xwa2_notify_account_reachout_timelock: {
      is_active: until !== undefined,
      ...(until && { time_enforcement_ends: toSeconds(until) }),
    },
  })

export const notifyCapping = (account: Account, capping: Capping): void =>
  notify(account, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: capping,
  })
