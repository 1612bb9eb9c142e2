import type { CompanyId, PlanFlag } from '@balcao/contracts'
import type { Plan } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

export interface PlanLimits {
  users: number
  connections: number
  queues: number
}

/** Features and limits of a company's plan, at most 10 s old. All off for a company that billing does not know. */
export interface Entitlements {
  flags(companyId: CompanyId): Promise<Record<PlanFlag, boolean>>
  limits(companyId: CompanyId): Promise<PlanLimits>
}

interface Entry {
  plan: Promise<Plan | undefined>
  expiresAt: number
}

const FRESH_MS = 10 * SECOND
const MAX_COMPANIES = 10_000

const ask = (ports: Pick<ServicePorts, 'rpc'>, companyId: CompanyId): Promise<Plan | undefined> =>
  ports.rpc.billing.getEntitlements({ companyId }).then(
    (answer) => answer.plan,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === 'not-found') return undefined
      throw error
    },
  )

/** Asks billing over gRPC, once per company and 10 s. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE when billing is away. */
export function createEntitlements(ports: Pick<ServicePorts, 'rpc' | 'clock'>): Entitlements {
  const entries = new Map<CompanyId, Entry>()

  const fetchPlan = (companyId: CompanyId): Promise<Plan | undefined> => {
    const now = ports.clock.now().getTime()
    const known = entries.get(companyId)
    if (known && known.expiresAt > now) return known.plan
    if (entries.size >= MAX_COMPANIES) entries.clear()
    const entry: Entry = { plan: ask(ports, companyId), expiresAt: now + FRESH_MS }
    entries.set(companyId, entry)
    // A failed answer is not cached.
    entry.plan.catch(() => entries.delete(companyId))
    return entry.plan
  }

  return {
    flags: async (companyId) => {
      const plan = await fetchPlan(companyId)
      return {
        useCampaigns: plan?.useCampaigns ?? false,
        useSchedules: plan?.useSchedules ?? false,
        useInternalChat: plan?.useInternalChat ?? false,
        useExternalApi: plan?.useExternalApi ?? false,
        useKanban: plan?.useKanban ?? false,
        useOpenAi: plan?.useOpenAi ?? false,
        useIntegrations: plan?.useIntegrations ?? false,
      }
    },
    limits: async (companyId) => {
      const plan = await fetchPlan(companyId)
      return { users: plan?.users ?? 0, connections: plan?.connections ?? 0, queues: plan?.queues ?? 0 }
    },
  }
}
