import {
  companyId,
  scheduleStatusByState,
  type CompanyId,
  type ScheduleId,
  type UserId,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type ScheduleSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids, SessionDirectory } from '@balcao/kernel'

import type { Schedule } from './schedule'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The schedule's snapshot for events and answers. `userName` is the author's present name. */
export const toScheduleSnapshot = (schedule: Schedule, userName: string): ScheduleSnapshot => ({
  id: schedule.id,
  companyId: schedule.companyId,
  body: schedule.body,
  sendAt: schedule.sendAt,
  ...(schedule.sentAt && { sentAt: schedule.sentAt }),
  contactId: schedule.contactId,
  contactName: schedule.contactName,
  userId: schedule.userId,
  userName,
  status: scheduleStatusByState[schedule.state],
  ...(schedule.media && { media: schedule.media }),
  createdAt: schedule.createdAt,
  updatedAt: schedule.updatedAt,
  failure: schedule.failure,
  ...(schedule.template && { template: schedule.template }),
  templateFileFormat: schedule.template?.file?.format ?? '',
  connectionId: schedule.connectionId ?? 0,
})

/** The author's present name; the stored one for a deleted author. */
export type AuthorNames = (schedule: Pick<Schedule, 'userId' | 'userName'>) => string

/**
 * Reads the authors' names. Uses a transaction of its own: call it before yours, or many concurrent callers
 * wait for each other's connections.
 */
export async function fetchAuthorNames(
  sessions: SessionDirectory,
  company: CompanyId,
  authors: readonly UserId[],
): Promise<AuthorNames> {
  const ids = [...new Set(authors)]
  const users = ids.length > 0 ? await sessions.findUsers(company, ids) : new Map<UserId, { name: string }>()
  return ({ userId, userName }) => users.get(userId)?.name ?? userName
}

export const scheduleChanged = (
  stamp: Stamp,
  schedule: ScheduleSnapshot,
  { created }: { created: boolean },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.schedule(companyId(schedule.companyId), schedule.id), 'scheduleChanged', {
    schedule,
    created,
  })

export const scheduleDeleted = (stamp: Stamp, company: CompanyId, id: ScheduleId): DeskEvent =>
  deskEvent(stamp, orderingKeys.schedule(company, id), 'scheduleDeleted', { scheduleId: id })
