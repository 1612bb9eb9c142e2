import { companyId, contactId, isErrorCode, scheduleId, userId } from '@balcao/contracts'
import { execute, entityManagerOf, query } from '@balcao/platform'
import { IsNull, LessThanOrEqual, In, type FindOptionsWhere, Like } from 'typeorm'

import type { Schedule, ScheduleFilter, ScheduleStore } from '../../features/schedules/schedule.store'
import { scheduleRecords, type ScheduleRecord } from './schedule.record'

/** Values of the column `state`. */
const storedStates: Record<Schedule['state'], string> = {
  pending: 'PENDENTE',
  sending: 'ENVIANDO',
  sent: 'ENVIADA',
  failed: 'ERRO',
}

const parseState = (stored: string): Schedule['state'] =>
  (Object.keys(storedStates) as Schedule['state'][]).find((state) => storedStates[state] === stored) ??
  'failed'

/** Strips accents and case, so that `joao` finds `João`. */
const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const toSchedule = ({ searchText: _searchText, ...record }: ScheduleRecord): Schedule => ({
  ...record,
  id: scheduleId(record.id),
  companyId: companyId(record.companyId),
  contactId: contactId(record.contactId),
  userId: userId(record.userId),
  state: parseState(record.state),
  failure: isErrorCode(record.failure) ? record.failure : '',
})

const toRecord = <S extends Pick<Schedule, 'body' | 'contactName' | 'state'>>(schedule: S) => ({
  ...schedule,
  state: storedStates[schedule.state],
  searchText: foldText(`${schedule.body}\n${schedule.contactName}`),
})

const buildWhere = (
  company: number,
  { search, contactId: contact, userId: user }: ScheduleFilter,
): FindOptionsWhere<ScheduleRecord> => ({
  companyId: company,
  ...(contact !== undefined && { contactId: contact }),
  ...(user !== undefined && { userId: user }),
  ...(search.trim() !== '' && { searchText: Like(`%${escapeLike(foldText(search.trim()))}%`) }),
})

const OPEN = [storedStates.pending, storedStates.sending]

/** Schedules in campaigns' own schema. */
export const pgScheduleStore: ScheduleStore = {
  insert: async (tx, schedule) => {
    const { identifiers } = await entityManagerOf(tx).insert(scheduleRecords, toRecord(schedule))
    const [identifier] = identifiers
    if (!identifier) throw new Error('the schedule got no id')
    return { ...schedule, id: scheduleId(Number(identifier['id'])) }
  },

  find: async (tx, company, id) => {
    const record = await entityManagerOf(tx).findOneBy(scheduleRecords, { companyId: company, id })
    return record ? toSchedule(record) : undefined
  },

  lock: async (tx, company, id) => {
    const record = await entityManagerOf(tx).findOne(scheduleRecords, {
      where: { companyId: company, id },
      lock: { mode: 'pessimistic_write' },
    })
    return record ? toSchedule(record) : undefined
  },

  save: async (tx, schedule) => {
    const { id, companyId: company, ...fields } = toRecord(schedule)
    await entityManagerOf(tx).update(scheduleRecords, { companyId: company, id }, fields)
  },

  delete: async (tx, company, id) => {
    await entityManagerOf(tx).delete(scheduleRecords, { companyId: company, id })
  },

  page: async (tx, company, filter, { offset, limit }) => {
    const [records, count] = await entityManagerOf(tx).findAndCount(scheduleRecords, {
      where: buildWhere(company, filter),
      order: { sendAt: 'ASC', id: 'ASC' },
      skip: offset,
      take: limit,
    })
    return { schedules: records.map(toSchedule), count }
  },

  listDue: async (tx, now, limit) => {
    const records = await entityManagerOf(tx).find(scheduleRecords, {
      select: { id: true, companyId: true },
      where: { state: In(OPEN), dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: limit,
    })
    return records.map((record) => ({ companyId: companyId(record.companyId), id: scheduleId(record.id) }))
  },

  listAuthors: async (tx, company, contact) => {
    const rows = await query<{ user_id: number }>(
      tx,
      'SELECT DISTINCT user_id FROM schedules WHERE company_id = $1 AND contact_id = $2',
      [company, contact],
    )
    return rows.map((row) => userId(row.user_id))
  },

  renameContact: async (tx, company, contact, { name, asOf }) => {
    const of = { companyId: company, contactId: contact }
    const outdated = [
      { ...of, contactAsOf: IsNull() },
      { ...of, contactAsOf: LessThanOrEqual(asOf) },
    ]
    const records = await entityManagerOf(tx).find(scheduleRecords, {
      where: outdated,
      lock: { mode: 'pessimistic_write' },
    })
    const renamed = records
      .map(toSchedule)
      .filter(({ contactName }) => contactName !== name)
      .map((schedule) => ({ ...schedule, contactName: name }))
    for (const schedule of renamed) await pgScheduleStore.save(tx, schedule)
    // Also for rows with the same name, so that an older event does not overwrite this one.
    await execute(
      tx,
      `UPDATE schedules SET contact_as_of = $3
       WHERE company_id = $1 AND contact_id = $2 AND (contact_as_of IS NULL OR contact_as_of < $3)`,
      [company, contact, asOf],
    )
    return renamed
  },

  listFileKeys: async (tx, company, contact) => {
    const rows = await query<{ key: string }>(
      tx,
      `SELECT s.media->>'key' AS key FROM schedules s WHERE company_id = $1 AND contact_id = $2 AND s.media IS NOT NULL
       UNION SELECT unnest(former_keys) FROM schedules WHERE company_id = $1 AND contact_id = $2`,
      [company, contact],
    )
    return rows.map(({ key }) => key)
  },

  deleteByContact: async (tx, company, contact) => {
    const rows = await query<{ id: number }>(
      tx,
      `DELETE FROM schedules WHERE company_id = $1 AND contact_id = $2 RETURNING id`,
      [company, contact],
    )
    return rows.map(({ id }) => scheduleId(id))
  },
}
