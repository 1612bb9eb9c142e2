import { contactId, scheduleId, userId, type CompanyId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { query, sql } from '@balcao/platform'

import { PgScheduleStore } from './adapters/postgres/pg-schedule-store'
import { buildSchedule } from './features/schedules/schedule'
import { scheduleChanged, scheduleDeleted, toScheduleSnapshot } from './features/schedules/schedule-events'

export interface ImportedSchedule {
  body: string
  sendAt: Date
  contactId: number
  contactName: string
  userId: number
  userName: string
}

/** Scheduled messages of an import of another system. */
export function openScheduleImports(ports: ServicePorts) {
  const { db, events, clock } = ports
  const schedules = new PgScheduleStore()
  return {
    create: (companyId: CompanyId, draft: ImportedSchedule): Promise<number> =>
      db.withTenant(companyId, async (tx) => {
        const schedule = await schedules.insert(
          tx,
          buildSchedule(
            {
              ...draft,
              companyId,
              contactId: contactId(draft.contactId),
              contactAsOf: null,
              userId: userId(draft.userId),
            },
            clock.now(),
          ),
        )
        const snapshot = toScheduleSnapshot(schedule, draft.userName)
        await events.append(tx, [scheduleChanged(ports, snapshot, { created: true })])
        return schedule.id
      }),
    /** A schedule that says the same to the contact at the same time; undefined without one. */
    findSame: (companyId: CompanyId, { contactId: contact, sendAt, body }: ImportedSchedule) =>
      db.withTenant(companyId, async (tx) => {
        const [row] = await query<{ id: number }>(
          tx,
          sql`SELECT id FROM schedules WHERE company_id = ${companyId} AND contact_id = ${contact} AND send_at = ${sendAt} AND body = ${body}`,
        )
        return row?.id
      }),
    /** Deletes it while it waits unchanged to be sent; true when it is gone. */
    deleteUnsent: (companyId: CompanyId, id: number): Promise<boolean> =>
      db.withTenant(companyId, async (tx) => {
        const schedule = await schedules.lock(tx, companyId, scheduleId(id))
        if (!schedule) return true
        const isUntouched =
          schedule.state === 'pending' && schedule.updatedAt.getTime() === schedule.createdAt.getTime()
        if (!isUntouched) return false
        await schedules.delete(tx, companyId, schedule.id)
        await events.append(tx, [scheduleDeleted(ports, companyId, schedule.id)])
        return true
      }),
    /** Those of the contacts that have a schedule. */
    listScheduled: (companyId: CompanyId, contactIds: readonly number[]) =>
      db.withTenant(companyId, async (tx) => {
        const rows = await query<{ id: number }>(
          tx,
          sql`SELECT DISTINCT contact_id AS id FROM schedules WHERE company_id = ${companyId} AND contact_id = ANY (${contactIds}::bigint[])`,
        )
        return new Set(rows.map(({ id }) => id))
      }),
  }
}

/** See `openScheduleImports`. */
export type ScheduleImports = ReturnType<typeof openScheduleImports>
