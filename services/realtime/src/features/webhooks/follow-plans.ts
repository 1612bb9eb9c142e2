import type { CompanyId } from '@balcao/contracts'
import type { Database, ServicePorts } from '@balcao/kernel'

import type { Webhook, WebhookStore } from './webhook.store'

export interface PlanDeps extends Pick<ServicePorts, 'clock'> {
  db: Database
  webhooks: WebhookStore
  /** Whether the company's plan has the API. @throws {AppError} when billing is away */
  hasApi(companyId: CompanyId): Promise<boolean>
}

async function followPlan(
  { db, webhooks, clock, hasApi }: PlanDeps,
  { companyId, state }: Pick<Webhook, 'companyId' | 'state'>,
): Promise<void> {
  const isPlanned = await hasApi(companyId)
  if (isPlanned === (state === 'enabled')) return
  await db.withTenant(companyId, async (tx) => {
    for (const { id } of await webhooks.list(tx, companyId)) {
      const webhook = await webhooks.lock(tx, companyId, id)
      if (webhook?.state !== state) continue
      if (isPlanned) await webhooks.resume(tx, webhook, clock.now())
      else await webhooks.pause(tx, webhook, 'no-plan')
    }
  })
}

/**
 * Stops the webhooks of companies whose plan has lost the API, and lets them go on where they were once it has it again; the feed is
 * kept for seven days. Nothing changes while billing is away. @throws {AggregateError} of the companies that failed.
 */
export async function followPlans(deps: PlanDeps, signal: AbortSignal): Promise<void> {
  // Platform scope: webhooks of every company.
  const companies = await deps.db.asPlatform((tx) => deps.webhooks.listCompanies(tx))
  const failures: unknown[] = []
  for (const company of companies) {
    if (signal.aborted) break
    await followPlan(deps, company).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'webhooks whose plan is not known')
}
