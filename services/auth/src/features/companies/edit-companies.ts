import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import {
  parseDueDate,
  planId,
  type BodyOf,
  type CompanyId,
  type ManagedCompanyView,
  type PlanId,
} from '@balcao/contracts'
import type { companyTermsBody } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, type RpcClients, type Session, type Tx } from '@balcao/kernel'

import { settingChanged, type SettingStore } from '../settings'
import {
  assertStrongPassword,
  buildFirstUser,
  createUser,
  normalizeEmail,
  userDeleted,
  type CommonPasswords,
  type Passwords,
} from '../users'
import { companyChanged, type Company, type NewCompany } from './company'
import { patchCompany, type CompanyPatch } from './managed-company'
import { readManagedCompany, type ReadCompaniesDeps } from './read-companies'
import type { CreateCompanyDeps, SignUp } from './sign-up'

export interface EditCompaniesDeps extends CreateCompanyDeps, ReadCompaniesDeps {
  rpc: Pick<RpcClients, 'billing'>
  settings: SettingStore
  passwords: Passwords
  commonPasswords: CommonPasswords
  /** Queues the mail with a code that sets the first password. */
  inviteOwner(tx: Tx, email: string): Promise<void>
  onEdited(who: Session, action: 'create' | 'update' | 'delete', companyId: CompanyId): void
}

/** A company as a super user makes it: named after its e-mail unless given; without a password its administrator sets one. */
export type NewManagedCompany = Pick<SignUp, 'email' | 'planId'> & {
  name?: string | undefined
  phone?: string | undefined
  password?: string | undefined
}

/** What a super user decides about a company. */
export type CompanyTerms = BodyOf<{ body: typeof companyTermsBody }>

async function requirePlan({ rpc }: Pick<EditCompaniesDeps, 'rpc'>, asked: number): Promise<PlanId> {
  const { plan } = await rpc.billing.getPlan({ planId: asked })
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return planId(plan.id)
}

async function setCampaigns(
  deps: EditCompaniesDeps,
  tx: Tx,
  companyId: CompanyId,
  isEnabled: boolean | undefined,
): Promise<boolean> {
  if (isEnabled === undefined) return false
  const value = String(isEnabled)
  const stored = await deps.settings.read(tx, companyId)
  if ((stored.get('campaignsEnabled') ?? 'true') === value) return false
  const setting = { key: 'campaignsEnabled', value, isSecret: false }
  await deps.settings.write(tx, companyId, setting, deps.clock.now())
  await deps.events.append(tx, [settingChanged(deps, companyId, 'campaignsEnabled', value)])
  return true
}

const MAX_NAME = 50

const buildCompany = (
  asked: Pick<SignUp, 'name' | 'email' | 'phone'>,
  plan: PlanId,
  terms: CompanyTerms,
  now: Date,
): NewCompany => ({
  name: asked.name,
  email: normalizeEmail(asked.email),
  phone: asked.phone,
  planId: plan,
  active: terms.status ?? true,
  dueAt: terms.dueDate ? parseDueDate(terms.dueDate) : null,
  trialEndsAt: null,
  recurrence: terms.recurrence ?? 'MENSAL',
  createdAt: now,
})

/**
 * A company with its first administrator, on the terms of a super user. Not idempotent: names and e-mails are unique.
 * @throws {AppError} ERR_NO_PLAN_FOUND, ERR_WEAK_PASSWORD, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS
 */
export async function addCompany(
  deps: EditCompaniesDeps,
  session: Session,
  asked: NewManagedCompany,
  terms: CompanyTerms,
): Promise<ManagedCompanyView> {
  const { email, planId: askedPlan, password, phone = '', name = email.slice(0, MAX_NAME) } = asked
  if (password !== undefined) assertStrongPassword(password, { email, names: [name] }, deps.commonPasswords)
  const plan = await requirePlan(deps, askedPlan)
  const wanted = buildCompany({ name, email, phone }, plan, terms, deps.clock.now())
  // No one knows the random one.
  const passwordHash = await deps.passwords.hash(password ?? randomBytes(32).toString('base64url'))
  // Platform scope: the company does not exist yet.
  const id = await deps.db.asPlatform(async (tx) => {
    const company = await deps.companies.insert(tx, wanted)
    if (!company) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
    await deps.events.append(tx, [companyChanged(deps, company)])
    await createUser(deps, tx, buildFirstUser(company.id, { name, email, passwordHash }, wanted.createdAt))
    await setCampaigns(deps, tx, company.id, terms.campaignsEnabled)
    if (password === undefined) await deps.inviteOwner(tx, normalizeEmail(email))
    return company.id
  })
  deps.onEdited(session, 'create', id)
  return readManagedCompany(deps, id)
}

/* A super user cannot block the own company: no one could log in to unblock it. */
function assertMayBlock(session: Session, company: Company): void {
  if (company.id === session.companyId && !company.active) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * The company with what the patch names. Idempotent.
 * @throws {AppError} ERR_NO_COMPANY_FOUND, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_NO_PERMISSION
 */
export async function changeCompany(
  deps: EditCompaniesDeps,
  session: Session,
  id: CompanyId,
  patch: CompanyPatch,
): Promise<ManagedCompanyView> {
  if (patch.planId !== undefined) await requirePlan(deps, patch.planId)
  const hasChanged = await deps.db.withTenant(id, async (tx) => {
    const before = await deps.companies.lock(tx, id)
    if (!before) throw new AppError('ERR_NO_COMPANY_FOUND')
    const wanted = patchCompany(before, patch)
    assertMayBlock(session, wanted)
    const hasCampaigns = await setCampaigns(deps, tx, id, patch.campaignsEnabled)
    if (isDeepStrictEqual(wanted, before)) return hasCampaigns
    const saved = await deps.companies.save(tx, wanted, deps.clock.now())
    await deps.events.append(tx, [companyChanged(deps, saved)])
    return true
  })
  if (hasChanged) deps.onEdited(session, 'update', id)
  return readManagedCompany(deps, id)
}

/**
 * Deletes a company with its users and settings; sessions end, and other services are told.
 * @throws {AppError} ERR_NO_COMPANY_FOUND; ERR_NO_PERMISSION for the own company and for one with a super user
 */
export async function deleteCompany(deps: EditCompaniesDeps, session: Session, id: CompanyId): Promise<void> {
  await deps.db.withTenant(id, async (tx) => {
    const company = await deps.companies.lock(tx, id)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    const users = await deps.users.list(tx, id)
    if (id === session.companyId || users.some((user) => user.super)) throw new AppError('ERR_NO_PERMISSION')
    const closed = (await deps.companies.deactivate(tx, id, deps.clock.now())) ?? company
    await deps.events.append(tx, [
      companyChanged(deps, closed),
      ...users.map((user) => userDeleted(deps, id, user.id)),
      deskEvent(deps, orderingKeys.company(id), 'companyDeleted', {}),
    ])
    await deps.companies.delete(tx, id)
  })
  deps.onEdited(session, 'delete', id)
}
