import type { BusinessHours } from '@balcao/contracts/wire'
import { EntitySchema } from 'typeorm'

/* Plain tables that are read and written a row at a time go through TypeORM's mapping; lists and hot paths are SQL. */

export interface QueueRecord {
  id: number
  companyId: number
  name: string
  nameKey: string
  color: string
  colorKey: string
  greetingMessage: string
  outOfHoursMessage: string
  orderQueue: number
  schedules: BusinessHours[]
  promptId: number | null
  integrationId: number | null
}

export const queueRecord = new EntitySchema<QueueRecord>({
  name: 'QueueRecord',
  tableName: 'queues',
  columns: {
    id: { type: 'int', primary: true, generated: 'increment', primaryKeyConstraintName: 'queues_pkey' },
    companyId: { type: 'int', name: 'company_id' },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key' },
    color: { type: 'text' },
    colorKey: { type: 'text', name: 'color_key' },
    greetingMessage: { type: 'text', name: 'greeting_message' },
    outOfHoursMessage: { type: 'text', name: 'out_of_hours_message' },
    orderQueue: { type: 'int', name: 'order_queue' },
    schedules: { type: 'jsonb', default: [] },
    promptId: { type: 'int', name: 'prompt_id', nullable: true },
    integrationId: { type: 'int', name: 'integration_id', nullable: true },
  },
  uniques: [
    { name: 'queues_company_id', columns: ['companyId', 'id'] },
    { name: 'queues_name', columns: ['companyId', 'nameKey'] },
    { name: 'queues_color', columns: ['companyId', 'colorKey'] },
  ],
})

export interface TagRecord {
  id: number
  companyId: number
  name: string
  nameKey: string
  color: string
  kanban: number
  userId: number | null
}

export const tagRecord = new EntitySchema<TagRecord>({
  name: 'TagRecord',
  tableName: 'tags',
  columns: {
    id: { type: 'int', primary: true, generated: 'increment', primaryKeyConstraintName: 'tags_pkey' },
    companyId: { type: 'int', name: 'company_id' },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key', collation: 'C' },
    color: { type: 'text' },
    kanban: { type: 'smallint' },
    userId: { type: 'int', name: 'user_id', nullable: true },
  },
  uniques: [
    { name: 'tags_company_id', columns: ['companyId', 'id'] },
    { name: 'tags_name', columns: ['companyId', 'nameKey'] },
  ],
})

export const records = [queueRecord, tagRecord]
