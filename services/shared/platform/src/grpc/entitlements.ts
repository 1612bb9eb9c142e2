import type { CompanyId, PlanFlag } from '@balcao/contracts'
import type { Plan } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

export interface PlanLimits {
  users: number
  connections: number
  queues: number
  /** Of the send API; 0 without limit. */
  apiMessagesPerMinute: number
  apiMessagesPerDay: number
}

/** Features and limits of a company's plan, at most 10 s old. All off for a company that billing does not know. */
export interface Entitlements {
  flags(companyId: CompanyId): Promise<Record<PlanFlag, boolean>>
  limits(companyId: CompanyId): Promise<PlanLimits>
}

/** An unknown company is cached too. */
interface Entry {
  plan: Plan | null
}

const FRESH_MS = 10 * SECOND

const cacheKey = (companyId: CompanyId): string => `entitlements:${companyId}`

const ask = (ports: Pick<ServicePorts, 'rpc'>, companyId: CompanyId): Promise<Plan | null> =>
  ports.rpc.billing.getEntitlements({ companyId }).then(
    (answer) => answer.plan ?? null,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === 'not-found') return null
      throw error
    },
  )

/**
 * Drops what is cached of these companies, so that the next question asks billing. A hint: entries expire after 10 s, which is
 * also what processes without a common cache wait for.
 */
export const forgetEntitlements = (
  { cache }: Pick<ServicePorts, 'cache'>,
  companyIds: readonly CompanyId[],
): Promise<void> => cache.delete(...companyIds.map(cacheKey))

/** Asks billing over gRPC, once per company and 10 s. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE when billing is away. */
export function createEntitlements(ports: Pick<ServicePorts, 'rpc' | 'cache'>): Entitlements {
  const asked = new Map<CompanyId, Promise<Plan | null>>()

  const askOnce = (companyId: CompanyId): Promise<Plan | null> => {
    const known = asked.get(companyId)
    if (known) return known
    const answer = ask(ports, companyId)
      .then(async (plan) => {
        await ports.cache.set(cacheKey(companyId), { plan } satisfies Entry, FRESH_MS)
        return plan
      })
      .finally(() => asked.delete(companyId))
    asked.set(companyId, answer)
    return answer
  }

  const fetchPlan = async (companyId: CompanyId): Promise<Plan | null> => {
    const known = await ports.cache.get<Entry>(cacheKey(companyId))
    return known ? known.plan : askOnce(companyId)
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
      return {
        users: plan?.users ?? 0,
        connections: plan?.connections ?? 0,
        queues: plan?.queues ?? 0,
        apiMessagesPerMinute: plan?.apiMessagesPerMinute ?? 0,
        apiMessagesPerDay: plan?.apiMessagesPerDay ?? 0,
      }
    },
  }
}
