import type { CompanyId, ConnectionId, ContactId, ScheduleId, UserId } from '@balcao/contracts'
import type { Counted, RecordStore, Slice, Tx } from '@balcao/kernel'

import type { Schedule } from './schedule'

export type { Schedule }

export interface ScheduleFilter {
  /** Part of body or contact name; accents and case are ignored. '' matches all. */
  search: string
  contactId: ContactId | undefined
  userId: UserId | undefined
  /** Only this user's, whatever else is asked. */
  author: UserId | undefined
  /** Due from this moment on, and before `to`. */
  from: Date | undefined
  to: Date | undefined
}

export interface DueSchedule {
  companyId: CompanyId
  id: ScheduleId
  contactId: ContactId
  dueAt: Date
}

/** Scheduled messages. Foreign and unknown ids are absent. */
export interface ScheduleStore extends RecordStore<Schedule> {
  /** By `sendAt`. */
  page(tx: Tx, companyId: CompanyId, filter: ScheduleFilter, slice: Slice): Promise<Counted<Schedule>>
  /** Schedules to try until then, companies in turn, those of a contact in the order of their times. Needs a platform transaction of its own. */
  listDue(tx: Tx, until: Date, limit: number): Promise<DueSchedule[]>
  /** When the first one is to be tried, where that is before `before`. Needs a platform transaction of its own. */
  findNextDue(tx: Tx, before: Date): Promise<Date | undefined>
  /** Users who wrote schedules for the contact, each once. */
  listAuthors(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<UserId[]>
  /** Updates the contact's name, unless the row has a later one; returns the changed schedules, locked. */
  renameContact(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    contact: { name: string; asOf: Date },
  ): Promise<Schedule[]>
  /** Object keys of every present or replaced file of the contact's schedules. */
  listFileKeys(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<string[]>
  /** Those that are not sent yet, have no template, and go by this connection, or by one that is chosen when they are sent. */
  countWithoutTemplate(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number>
  /** Deletes the contact's schedules; returns their ids. */
  deleteByContact(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<ScheduleId[]>
}
