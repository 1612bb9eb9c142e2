import type { Media } from '@balcao/contracts/wire'
import { EntitySchema } from 'typeorm'

export interface ScheduleRecord {
  id: number
  companyId: number
  body: string
  sendAt: Date
  state: string
  sentAt: Date | null
  failure: string
  contactId: number
  contactName: string
  contactAsOf: Date | null
  userId: number
  userName: string
  media: Media | null
  formerKeys: string[]
  dueAt: Date
  attempts: number
  claimedAt: Date | null
  /** Body and contact name without accents and case. */
  searchText: string
  createdAt: Date
  updatedAt: Date
}

export const scheduleRecords = new EntitySchema<ScheduleRecord>({
  name: 'Schedule',
  tableName: 'schedules',
  columns: {
    id: {
      type: 'integer',
      primary: true,
      generated: 'increment',
      primaryKeyConstraintName: 'schedules_pkey',
    },
    companyId: { name: 'company_id', type: 'integer' },
    body: { type: 'text' },
    sendAt: { name: 'send_at', type: 'timestamptz' },
    state: { type: 'text' },
    sentAt: { name: 'sent_at', type: 'timestamptz', nullable: true },
    failure: { type: 'text' },
    contactId: { name: 'contact_id', type: 'integer' },
    contactName: { name: 'contact_name', type: 'text' },
    contactAsOf: { name: 'contact_as_of', type: 'timestamptz', nullable: true },
    userId: { name: 'user_id', type: 'integer' },
    userName: { name: 'user_name', type: 'text' },
    media: { type: 'jsonb', nullable: true },
    formerKeys: { name: 'former_keys', type: 'text', array: true, default: [] },
    dueAt: { name: 'due_at', type: 'timestamptz' },
    attempts: { type: 'integer' },
    claimedAt: { name: 'claimed_at', type: 'timestamptz', nullable: true },
    searchText: { name: 'search_text', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
  indices: [
    { name: 'schedules_by_time', columns: ['companyId', 'sendAt', 'id'] },
    { name: 'schedules_by_contact', columns: ['companyId', 'contactId', 'sendAt'] },
    {
      name: 'schedules_due',
      columns: ['dueAt', 'id'],
      where: "state = ANY (ARRAY['PENDENTE'::text, 'ENVIANDO'::text])",
    },
  ],
  checks: [
    { name: 'schedules_state_known', expression: "state IN ('PENDENTE', 'ENVIANDO', 'ENVIADA', 'ERRO')" },
  ],
})
