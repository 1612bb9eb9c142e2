import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import { toPlanMessage, type Plan } from './plan'

/** The event with what this company may use from now on. */
export const planChanged = (stamp: { ids: Ids; clock: Clock }, companyId: CompanyId, plan: Plan): DeskEvent =>
  deskEvent(stamp, orderingKeys.company(companyId), 'planChanged', { plan: toPlanMessage(plan) })
