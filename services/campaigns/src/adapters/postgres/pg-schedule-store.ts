import {
  companyId,
  contactId,
  scheduleId,
  userId,
  type CompanyId,
  type ContactId,
  type ScheduleId,
  type UserId,
} from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, joinSql, noSql, query, sql, type Sql } from '@balcao/platform'

import type {
  DueSchedule,
  Schedule,
  ScheduleFilter,
  ScheduleStore,
} from '../../features/schedules/schedule.store'
import { schedules, storedStates } from './schedule-table'

function buildWhere(
  company: CompanyId,
  { search, contactId: contact, userId: user, author, from, to }: ScheduleFilter,
): Sql {
  const folded = foldText(search.trim())
  return joinSql(
    [
      sql`WHERE company_id = ${company}`,
      contact === undefined ? noSql : sql`AND contact_id = ${contact}`,
      user === undefined ? noSql : sql`AND user_id = ${user}`,
      author === undefined ? noSql : sql`AND user_id = ${author}`,
      from === undefined ? noSql : sql`AND send_at >= ${from}`,
      to === undefined ? noSql : sql`AND send_at < ${to}`,
      folded === '' ? noSql : sql`AND search_text LIKE ${`%${escapeLike(folded)}%`}`,
    ],
    ' ',
  )
}

const OPEN = [storedStates.pending, storedStates.sending]

/** Schedules in campaigns' own schema. */
export class PgScheduleStore implements ScheduleStore {
  async insert(tx: Tx, schedule: Omit<Schedule, 'id'>): Promise<Schedule> {
    const inserted = await schedules.insert(tx, schedule)
    if (!inserted) throw new Error('the schedule got no id')
    return inserted
  }

  find(tx: Tx, company: CompanyId, id: ScheduleId): Promise<Schedule | undefined> {
    return schedules.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: ScheduleId): Promise<Schedule | undefined> {
    return schedules.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, schedule: Schedule): Promise<void> {
    await schedules.update(
      tx,
      schedule,
      sql`WHERE company_id = ${schedule.companyId} AND id = ${schedule.id}`,
    )
  }

  async delete(tx: Tx, company: CompanyId, id: ScheduleId): Promise<void> {
    await execute(tx, sql`DELETE FROM schedules WHERE company_id = ${company} AND id = ${id}`)
  }

  async page(
    tx: Tx,
    company: CompanyId,
    filter: ScheduleFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ schedules: Schedule[]; count: number }> {
    const where = buildWhere(company, filter)
    const found = await schedules.find(tx, sql`${where} ORDER BY send_at, id LIMIT ${limit} OFFSET ${offset}`)
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM schedules ${where}`,
    )
    return { schedules: found, count: total?.count ?? 0 }
  }

  async listDue(tx: Tx, until: Date, limit: number): Promise<DueSchedule[]> {
    const rows = await query<{ company_id: number; id: number; contact_id: number; due_at: Date }>(
      tx,
      sql`SELECT company_id, id, contact_id, due_at FROM schedules WHERE state = ANY (${OPEN}) AND due_at <= ${until}
        ORDER BY due_at, id LIMIT ${limit}`,
    )
    return rows.map((row) => ({
      companyId: companyId(row.company_id),
      id: scheduleId(row.id),
      contactId: contactId(row.contact_id),
      dueAt: row.due_at,
    }))
  }

  async listAuthors(tx: Tx, company: CompanyId, contact: ContactId): Promise<UserId[]> {
    const rows = await query<{ user_id: number }>(
      tx,
      sql`SELECT DISTINCT user_id FROM schedules WHERE company_id = ${company} AND contact_id = ${contact}`,
    )
    return rows.map((row) => userId(row.user_id))
  }

  async renameContact(
    tx: Tx,
    company: CompanyId,
    contact: ContactId,
    { name, asOf }: { name: string; asOf: Date },
  ): Promise<Schedule[]> {
    const outdated = await schedules.find(
      tx,
      sql`WHERE company_id = ${company} AND contact_id = ${contact}
        AND (contact_as_of IS NULL OR contact_as_of <= ${asOf}) FOR UPDATE`,
    )
    const renamed = outdated
      .filter(({ contactName }) => contactName !== name)
      .map((schedule) => ({ ...schedule, contactName: name }))
    for (const schedule of renamed) await this.save(tx, schedule)
    // Also for rows with the same name, so that an older event does not overwrite this one.
    await execute(
      tx,
      sql`UPDATE schedules SET contact_as_of = ${asOf} WHERE company_id = ${company} AND contact_id = ${contact}
        AND (contact_as_of IS NULL OR contact_as_of < ${asOf})`,
    )
    return renamed
  }

  async listFileKeys(tx: Tx, company: CompanyId, contact: ContactId): Promise<string[]> {
    const ofContact = sql`company_id = ${company} AND contact_id = ${contact}`
    const rows = await query<{ key: string }>(
      tx,
      sql`SELECT media->>'key' AS key FROM schedules WHERE ${ofContact} AND media IS NOT NULL
        UNION SELECT unnest(former_keys) FROM schedules WHERE ${ofContact}`,
    )
    return rows.map(({ key }) => key)
  }

  async deleteByContact(tx: Tx, company: CompanyId, contact: ContactId): Promise<ScheduleId[]> {
    const rows = await query<{ id: number }>(
      tx,
      sql`DELETE FROM schedules WHERE company_id = ${company} AND contact_id = ${contact} RETURNING id`,
    )
    return rows.map(({ id }) => scheduleId(id))
  }
}
