import type { CompanyId, ScheduleId, UserId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type ScheduleSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids, SessionDirectory } from '@balcao/kernel'

import type { Schedule } from './schedule'

interface Stamp {
  ids: Ids
  clock: Clock
}

const wireStatus = (schedule: Schedule): string => (schedule.state === 'ENVIANDO' ? 'PENDENTE' : schedule.state)

/** What others may know of a schedule. `userName` is the author's name of now. */
export const scheduleSnapshot = (schedule: Schedule, userName: string): ScheduleSnapshot => ({
  id: schedule.id,
  companyId: schedule.companyId,
  body: schedule.body,
  sendAt: schedule.sendAt,
  ...(schedule.sentAt && { sentAt: schedule.sentAt }),
  contactId: schedule.contactId,
  contactName: schedule.contactName,
  userId: schedule.userId,
  userName,
  status: wireStatus(schedule),
  ...(schedule.media && { media: schedule.media }),
  createdAt: schedule.createdAt,
  updatedAt: schedule.updatedAt,
  failure: schedule.failure,
})

/** The authors' names of now; who is no more keeps the name they had. */
export async function snapshotsOf(sessions: SessionDirectory, companyId: CompanyId, schedules: readonly Schedule[]): Promise<ScheduleSnapshot[]> {
  const authors: UserId[] = [...new Set(schedules.map(({ userId }) => userId))]
  const users = authors.length > 0 ? await sessions.users(companyId, authors) : new Map<UserId, { name: string }>()
  return schedules.map((schedule) => scheduleSnapshot(schedule, users.get(schedule.userId)?.name ?? schedule.userName))
}

export const scheduleChanged = (stamp: Stamp, companyId: CompanyId, schedule: ScheduleSnapshot, created: boolean): DeskEvent =>
  deskEvent(stamp, companyId, orderingKeys.schedule(schedule.id), 'scheduleChanged', { schedule, created })

export const scheduleDeleted = (stamp: Stamp, companyId: CompanyId, id: ScheduleId): DeskEvent =>
  deskEvent(stamp, companyId, orderingKeys.schedule(id), 'scheduleDeleted', { scheduleId: id })
