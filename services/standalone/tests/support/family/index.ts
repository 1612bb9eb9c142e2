import { campaignCalls } from './campaign-calls'
import { connectionCalls } from './connection-calls'
import { deletionCalls } from './deletion-calls'
import type { FamilyCall } from './family-call'
import { operatorCalls } from './operator-calls'
import { pageCalls } from './page-calls'
import { sessionCalls } from './session-calls'
import { settingCalls } from './setting-calls'
import { ticketCalls } from './ticket-calls'

export type { FamilyCall, Ids } from './family-call'

/** In this order: later calls use what earlier ones made. */
export const familyCalls: FamilyCall[] = [
  ...sessionCalls,
  ...settingCalls,
  ...connectionCalls,
  ...ticketCalls,
  ...pageCalls,
  ...campaignCalls,
  ...operatorCalls,
  ...deletionCalls,
]
