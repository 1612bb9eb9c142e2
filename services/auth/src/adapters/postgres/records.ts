import type { BusinessHoursView } from '@balcao/contracts'
import { EntitySchema } from 'typeorm'

export interface CompanyRecord {
  companyId: number
  name: string
  nameKey: string
  email: string
  phone: string
  active: boolean
  planId: number
  dueAt: Date | null
  trialEndsAt: Date | null
  schedules: BusinessHoursView[] | null
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
      generated: 'increment',
      primaryKeyConstraintName: 'companies_pkey',
    },
    name: { type: 'text' },
    nameKey: { name: 'name_key', type: 'text' },
    email: { type: 'text' },
    phone: { type: 'text', default: '' },
    active: { type: 'boolean', default: true },
    planId: { name: 'plan_id', type: 'integer' },
    dueAt: { name: 'due_at', type: 'timestamptz', nullable: true },
    trialEndsAt: { name: 'trial_ends_at', type: 'timestamptz', nullable: true },
    schedules: { type: 'jsonb', nullable: true },
    recurrence: { type: 'text', default: 'MENSAL' },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
    updatedAt: { name: 'updated_at', type: 'timestamptz', default: () => 'now()' },
    revision: { type: 'integer', default: 1 },
  },
  uniques: [{ name: 'companies_name_key_unique', columns: ['nameKey'] }],
})

export interface UserRecord {
  id: number
  companyId: number
  name: string
  email: string
  passwordHash: string
  profile: string
  super: boolean
  active: boolean
  allTicket: boolean
  connectionId: number | null
  tokenVersion: number
  createdAt: Date
  updatedAt: Date
  revision: number
  demo: boolean
}

export const userRecords = new EntitySchema<UserRecord>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'users_pkey' },
    companyId: { name: 'company_id', type: 'integer' },
    name: { type: 'text' },
    email: { type: 'text' },
    passwordHash: { name: 'password_hash', type: 'text' },
    profile: { type: 'text' },
    super: { type: 'boolean', default: false },
    active: { type: 'boolean', default: true },
    allTicket: { name: 'all_ticket', type: 'boolean', default: false },
    connectionId: { name: 'connection_id', type: 'integer', nullable: true },
    tokenVersion: { name: 'token_version', type: 'integer', default: 0 },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
    updatedAt: { name: 'updated_at', type: 'timestamptz', default: () => 'now()' },
    revision: { type: 'integer', default: 1 },
    demo: { type: 'boolean', default: false },
  },
  uniques: [
    { name: 'users_email_unique', columns: ['email'] },
    { name: 'users_company_id_unique', columns: ['companyId', 'id'] },
  ],
  checks: [
    { name: 'users_profile_known', expression: `profile IN ('user', 'supervisor', 'admin')` },
    { name: 'users_email_lower', expression: 'email = lower(email)' },
  ],
  foreignKeys: [
    {
      name: 'users_company_fkey',
      target: 'Company',
      columnNames: ['companyId'],
      referencedColumnNames: ['companyId'],
      onDelete: 'CASCADE',
    },
  ],
})

export interface UserQueueRecord {
  companyId: number
  userId: number
  queueId: number
}

export const userQueueRecords = new EntitySchema<UserQueueRecord>({
  name: 'UserQueue',
  tableName: 'user_queues',
  columns: {
    companyId: { name: 'company_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer', primary: true, primaryKeyConstraintName: 'user_queues_pkey' },
    queueId: {
      name: 'queue_id',
      type: 'integer',
      primary: true,
      primaryKeyConstraintName: 'user_queues_pkey',
    },
  },
  indices: [{ name: 'user_queues_queue', columns: ['companyId', 'queueId'] }],
  foreignKeys: [
    {
      name: 'user_queues_user_fkey',
      target: 'User',
      columnNames: ['companyId', 'userId'],
      referencedColumnNames: ['companyId', 'id'],
      onDelete: 'CASCADE',
    },
  ],
})

export interface RefreshTokenRecord {
  id: string
  companyId: number
  userId: number
  familyId: string
  parentId: string | null
  tokenHash: string
  replacedBy: string | null
  sealedSuccessor: string | null
  usedAt: Date | null
  revokedAt: Date | null
  expiresAt: Date
  createdAt: Date
}

export const refreshTokenRecords = new EntitySchema<RefreshTokenRecord>({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  columns: {
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'refresh_tokens_pkey' },
    companyId: { name: 'company_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    familyId: { name: 'family_id', type: 'uuid' },
    parentId: { name: 'parent_id', type: 'uuid', nullable: true },
    tokenHash: { name: 'token_hash', type: 'text' },
    replacedBy: { name: 'replaced_by', type: 'uuid', nullable: true },
    sealedSuccessor: { name: 'sealed_successor', type: 'text', nullable: true },
    usedAt: { name: 'used_at', type: 'timestamptz', nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
  uniques: [{ name: 'refresh_tokens_hash_unique', columns: ['tokenHash'] }],
  indices: [
    { name: 'refresh_tokens_user', columns: ['companyId', 'userId'] },
    { name: 'refresh_tokens_expiry', columns: ['expiresAt'] },
  ],
  foreignKeys: [
    {
      name: 'refresh_tokens_user_fkey',
      target: 'User',
      columnNames: ['companyId', 'userId'],
      referencedColumnNames: ['companyId', 'id'],
      onDelete: 'CASCADE',
    },
  ],
})

export interface SigningKeyRecord {
  kid: string
  privatePem: string
  publicPem: string
  createdAt: Date
  retiredAt: Date | null
}

export const signingKeyRecords = new EntitySchema<SigningKeyRecord>({
  name: 'SigningKey',
  tableName: 'signing_keys',
  columns: {
    kid: { type: 'text', primary: true, primaryKeyConstraintName: 'signing_keys_pkey' },
    privatePem: { name: 'private_pem', type: 'text' },
    publicPem: { name: 'public_pem', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    retiredAt: { name: 'retired_at', type: 'timestamptz', nullable: true },
  },
})

export interface SettingRecord {
  companyId: number
  key: string
  value: string
  updatedAt: Date
}

export const settingRecords = new EntitySchema<SettingRecord>({
  name: 'Setting',
  tableName: 'settings',
  columns: {
    companyId: {
      name: 'company_id',
      type: 'integer',
      primary: true,
      primaryKeyConstraintName: 'settings_pkey',
    },
    key: { type: 'text', primary: true, primaryKeyConstraintName: 'settings_pkey' },
    value: { type: 'text' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  },
  foreignKeys: [
    {
      name: 'settings_company_fkey',
      target: 'Company',
      columnNames: ['companyId'],
      referencedColumnNames: ['companyId'],
      onDelete: 'CASCADE',
    },
  ],
})

export interface SignUpNoticeRecord {
  companyId: number
  userId: number
  askedAt: Date
  mailedAt: Date | null
}

export const signUpNoticeRecords = new EntitySchema<SignUpNoticeRecord>({
  name: 'SignUpNotice',
  tableName: 'sign_up_notices',
  columns: {
    userId: {
      name: 'user_id',
      type: 'integer',
      primary: true,
      primaryKeyConstraintName: 'sign_up_notices_pkey',
    },
    companyId: { name: 'company_id', type: 'integer' },
    askedAt: { name: 'asked_at', type: 'timestamptz' },
    mailedAt: { name: 'mailed_at', type: 'timestamptz', nullable: true },
  },
  foreignKeys: [
    {
      name: 'sign_up_notices_user_fkey',
      target: 'User',
      columnNames: ['companyId', 'userId'],
      referencedColumnNames: ['companyId', 'id'],
      onDelete: 'CASCADE',
    },
  ],
})

/** Entities of auth's tables for TypeORM. */
export const authRecords: EntitySchema[] = [
  companyRecords,
  userRecords,
  userQueueRecords,
  refreshTokenRecords,
  signingKeyRecords,
  settingRecords,
  signUpNoticeRecords,
]
