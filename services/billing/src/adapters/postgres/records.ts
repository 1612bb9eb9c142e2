import { EntitySchema } from 'typeorm'

export interface PlanRecord {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  valueCents: number
  useCampaigns: boolean
  useSchedules: boolean
  useInternalChat: boolean
  useExternalApi: boolean
  useKanban: boolean
  useOpenAi: boolean
  useIntegrations: boolean
  offered: boolean
  createdAt: Date
  updatedAt: Date
}

export const planRecords = new EntitySchema<PlanRecord>({
  name: 'Plan',
  tableName: 'plans',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'plans_pkey' },
    name: { type: 'text' },
    users: { type: 'integer' },
    connections: { type: 'integer' },
    queues: { type: 'integer' },
    valueCents: { name: 'value_cents', type: 'integer' },
    useCampaigns: { name: 'use_campaigns', type: 'boolean', default: true },
    useSchedules: { name: 'use_schedules', type: 'boolean', default: true },
    useInternalChat: { name: 'use_internal_chat', type: 'boolean', default: true },
    useExternalApi: { name: 'use_external_api', type: 'boolean', default: true },
    useKanban: { name: 'use_kanban', type: 'boolean', default: true },
    useOpenAi: { name: 'use_open_ai', type: 'boolean', default: true },
    useIntegrations: { name: 'use_integrations', type: 'boolean', default: true },
    offered: { type: 'boolean', default: true },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
    updatedAt: { name: 'updated_at', type: 'timestamptz', default: () => 'now()' },
  },
  uniques: [{ name: 'plans_name_unique', columns: ['name'] }],
  checks: [{ name: 'plans_value_not_negative', expression: 'value_cents >= 0' }],
})

export interface CompanyRecord {
  companyId: number
  name: string
  email: string
  phone: string
  active: boolean
  planId: number
  dueAt: Date | null
  recurrence: string
  createdAt: Date
  updatedAt: Date
  revision: number
}

export const companyRecords = new EntitySchema<CompanyRecord>({
  name: 'Company',
  tableName: 'companies',
  columns: {
    companyId: {
      name: 'company_id',
      type: 'integer',
      primary: true,
      primaryKeyConstraintName: 'companies_pkey',
    },
    name: { type: 'text' },
    email: { type: 'text' },
    phone: { type: 'text' },
    active: { type: 'boolean' },
    planId: { name: 'plan_id', type: 'integer' },
    dueAt: { name: 'due_at', type: 'timestamptz', nullable: true },
    recurrence: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
    revision: { type: 'integer', default: 0 },
  },
  indices: [{ name: 'companies_plan', columns: ['planId'] }],
})

/** Entities of billing's tables for TypeORM. */
export const billingRecords: EntitySchema[] = [planRecords, companyRecords]
