import {
  parseDueDate,
  planId,
  toRecurrence,
  type BodyOf,
  type ManagedCompanyView,
  type updateCompany,
} from '@balcao/contracts'
import type { MediaUsage, Payer, Plan } from '@balcao/contracts/wire'

import { listVisibleSettings, readSettingValue, type StoredSettings } from '../settings'
import { normalizeEmail } from '../users'
import type { Company } from './company'

export type CompanyPatch = BodyOf<typeof updateCompany>

const toDueAt = (asked: string | null | undefined, before: Date | null): Date | null =>
  asked === undefined ? before : asked ? parseDueDate(asked) : null

/** The company with what the patch names. */
export const patchCompany = (company: Company, patch: CompanyPatch): Company => ({
  ...company,
  name: patch.name ?? company.name,
  email: patch.email === undefined ? company.email : normalizeEmail(patch.email),
  phone: patch.phone ?? company.phone,
  active: patch.status ?? company.active,
  planId: patch.planId === undefined ? company.planId : planId(patch.planId),
  dueAt: toDueAt(patch.dueDate, company.dueAt),
  recurrence: patch.recurrence ?? company.recurrence,
})

/* Null is not known; '' was left empty in the checkout. */
const toBillingAddress = (payer: Payer | undefined) => ({
  billingName: payer?.name ?? null,
  addressZipCode: payer?.zipCode ?? null,
  addressStreet: payer?.address ?? null,
  addressState: payer?.state ?? null,
  addressCity: payer?.city ?? null,
  addressDistrict: payer?.district ?? null,
})

export const toManagedCompanyView = (
  company: Company,
  settings: StoredSettings,
  { plan, payer, usage }: { plan: Plan | undefined; payer: Payer | undefined; usage: MediaUsage | undefined },
): ManagedCompanyView => ({
  id: company.id,
  name: company.name,
  email: company.email,
  phone: company.phone,
  planId: company.planId,
  plan: plan ? { id: plan.id, name: plan.name, value: plan.valueCents / 100 } : null,
  status: company.active,
  dueDate: company.dueAt?.toISOString() ?? null,
  recurrence: toRecurrence(company.recurrence),
  campaignsEnabled: readSettingValue(settings, 'campaignsEnabled') === 'true',
  settings: listVisibleSettings(settings, 'admin'),
  schedules: [...company.schedules],
  ...toBillingAddress(payer),
  mediaUsage: usage ? { usedBytes: usage.usedBytes, allowedBytes: usage.allowedBytes } : null,
  createdAt: company.createdAt.toISOString(),
  trialExpiration: company.trialEndsAt?.toISOString() ?? null,
})
