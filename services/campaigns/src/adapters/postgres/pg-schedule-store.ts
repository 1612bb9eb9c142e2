import {
  companyId,
  contactId,
  scheduleId,
  userId,
  type CompanyId,
  type ConnectionId,
  type ContactId,
  type ScheduleId,
  type UserId,
} from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import {
  CompanyTurns,
  execute,
  IsNull,
  LessThan,
  MoreThanOrEqual,
  query,
  rawSql,
  sql,
  tableOf,
  readSlice,
  type ListOrder,
  PgRecordStore,
  whereMatches,
} from '@balcao/platform'

import type {
  DueSchedule,
  Schedule,
  ScheduleFilter,
  ScheduleStore,
} from '../../features/schedules/schedule.store'
import { schedules, storedStates } from './schedule-table'
import { repositoryOf } from './tables'

const scheduleTable = tableOf(schedules)

/* As the index has it. */
const OPEN = rawSql(`state = ANY (ARRAY['${storedStates.pending}'::text, '${storedStates.sending}'::text])`)

const order: ListOrder = { own: ['s.sendAt', 'ASC'] }

/** Schedules in campaigns' own schema. `lock` and `save` are hot: what hands a due schedule over does each twice. */
export class PgScheduleStore extends PgRecordStore<Schedule> implements ScheduleStore {
  private readonly turns = new CompanyTurns({ name: 'schedules', dueAt: 'due_at', order: 'id', open: OPEN })

  constructor() {
    super(repositoryOf, schedules)
  }

  override lock(tx: Tx, company: CompanyId, id: ScheduleId): Promise<Schedule | undefined> {
    return scheduleTable.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  override async save(tx: Tx, schedule: Schedule): Promise<void> {
    await scheduleTable.update(
      tx,
      schedule,
      sql`WHERE company_id = ${schedule.companyId} AND id = ${schedule.id}`,
    )
  }

  page(
    tx: Tx,
    company: CompanyId,
    { search, contactId: contact, userId: user, author, from, to }: ScheduleFilter,
    slice: Slice,
  ): Promise<Counted<Schedule>> {
    const builder = this.rows(tx).createQueryBuilder('s').where({ companyId: company })
    if (contact !== undefined) builder.andWhere({ contactId: contact })
    if (user !== undefined) builder.andWhere({ userId: user })
    if (author !== undefined) builder.andWhere({ userId: author })
    if (from) builder.andWhere({ sendAt: MoreThanOrEqual(from) })
    if (to) builder.andWhere({ sendAt: LessThan(to) })
    return readSlice(whereMatches(builder, search), slice, order)
  }

  async listDue(tx: Tx, until: Date, limit: number): Promise<DueSchedule[]> {
    const rows = await this.turns.list<{ company_id: number; id: number; contact_id: number; due_at: Date }>(
      tx,
      sql`w.company_id, w.id, w.contact_id, w.due_at`,
      { now: until, limit, perCompany: limit },
    )
    return rows.map((row) => ({
      companyId: companyId(row.company_id),
      id: scheduleId(row.id),
      contactId: contactId(row.contact_id),
      dueAt: row.due_at,
    }))
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return this.turns.findNextDue(tx, before)
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
    const outdated = await scheduleTable.find(
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

  countWithoutTemplate(tx: Tx, company: CompanyId, connection: ConnectionId): Promise<number> {
    const ours = { companyId: company, template: IsNull() }
    return this.rows(tx).countBy(
      (['pending', 'sending'] as const).flatMap((state) => [
        { ...ours, state, connectionId: connection },
        { ...ours, state, connectionId: IsNull() },
      ]),
    )
  }

  async deleteByContact(tx: Tx, company: CompanyId, contact: ContactId): Promise<ScheduleId[]> {
    const rows = await query<{ id: number }>(
      tx,
      sql`DELETE FROM schedules WHERE company_id = ${company} AND contact_id = ${contact} RETURNING id`,
    )
    return rows.map(({ id }) => scheduleId(id))
  }
}
