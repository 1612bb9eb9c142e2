import type { CompanyId, ContactId, ScheduleId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Schedule } from './schedule'

export type { Schedule }

export interface ScheduleFilter {
  /** In body or contact name; accents and case are ignored. '' is any. */
  search: string
  contactId: ContactId | undefined
  userId: UserId | undefined
}

export interface DueSchedule {
  companyId: CompanyId
  id: ScheduleId
}

/** Scheduled messages. Foreign and unknown ids are absent. */
export interface ScheduleStore {
  insert(tx: Tx, schedule: Omit<Schedule, 'id'>): Promise<Schedule>
  byId(tx: Tx, companyId: CompanyId, id: ScheduleId): Promise<Schedule | undefined>
  /** The same, locked until the transaction ends. */
  lockById(tx: Tx, companyId: CompanyId, id: ScheduleId): Promise<Schedule | undefined>
  save(tx: Tx, schedule: Schedule): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: ScheduleId): Promise<void>
  /** By `sendAt`, then id. `limit` rows from `offset` on, and how many there are in all. */
  page(
    tx: Tx,
    companyId: CompanyId,
    filter: ScheduleFilter,
    page: { offset: number; limit: number },
  ): Promise<{ schedules: Schedule[]; count: number }>
  /** What is to be tried now, the longest due first. Needs the platform scope. */
  due(tx: Tx, now: Date, limit: number): Promise<DueSchedule[]>
  /** Who wrote schedules for the contact, each once. */
  authorsFor(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<UserId[]>
  /** Gives the contact's schedules its name, unless they know a later one; answers those that had another, locked. */
  renameContact(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    contact: { name: string; asOf: Date },
  ): Promise<Schedule[]>
  /** Object keys of every file that a schedule of the contact has or had. */
  fileKeysOf(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<string[]>
  /** Deletes the contact's schedules; answers their ids. */
  deleteAllOf(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<ScheduleId[]>
}
