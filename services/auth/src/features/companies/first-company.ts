import { planId } from '@balcao/contracts'

import { createUser, firstAdmin, type Passwords } from '../users'
import { companyChanged, type NewCompany } from './company'
import type { FoundCompanyDeps } from './sign-up'

export interface FirstCompany {
  companyName: string
  email: string
  password: string
}

/* The plan that billing's migration brings; the operator's own company never runs out. */
const FIRST_PLAN = planId(1)

const operatorsCompany = ({ companyName, email }: FirstCompany, now: Date): NewCompany => ({
  name: companyName,
  email,
  phone: '',
  active: true,
  planId: FIRST_PLAN,
  dueAt: null,
  recurrence: 'MENSAL',
  createdAt: now,
})

/** On an installation without companies: the operator's, with a super user. Idempotent, also between processes. */
export async function foundFirstCompany(
  deps: FoundCompanyDeps & { passwords: Passwords },
  first: FirstCompany,
): Promise<void> {
  // Platform scope here and below: the question is whether there is any company, and then the first one is made.
  if (!(await deps.db.asPlatform((tx) => deps.companies.isEmpty(tx)))) return
  const passwordHash = await deps.passwords.hash(first.password)
  const now = deps.clock.now()
  await deps.db.asPlatform(async (tx) => {
    const company = await deps.companies.insert(tx, operatorsCompany(first, now))
    // Another process was faster.
    if (!company) return
    await deps.events.append(tx, [companyChanged(deps, company)])
    const person = { name: first.companyName, email: first.email, passwordHash }
    await createUser(deps, tx, { ...firstAdmin(company.id, person, now), super: true })
  })
}
