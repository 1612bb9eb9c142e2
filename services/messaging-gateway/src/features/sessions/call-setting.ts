import type { CompanyId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServicePorts, type Subscription } from '@balcao/kernel'

const KEY = 'call'
const FRESH_MS = 30 * SECOND
const DEADLINE_MS = 1_000

const cacheKey = (companyId: CompanyId): string => `messaging-gateway:${companyId}:call`

/**
 * Whether a company takes calls: its setting, at most 30 s old. True while auth does not answer: a call that rings can be
 * ignored, a rejected one loses a customer. Never throws.
 */
export function createCallSetting(
  ports: Pick<ServicePorts, 'rpc' | 'cache'>,
  onUnavailable: (companyId: CompanyId) => void,
): (companyId: CompanyId) => Promise<boolean> {
  return async (companyId) => {
    const known = await ports.cache.get<boolean>(cacheKey(companyId))
    if (known !== undefined) return known
    try {
      const { settings } = await ports.rpc.auth.getSettings({ companyId }, { deadlineMs: DEADLINE_MS })
      const accepts = settings[KEY] !== 'disabled'
      await ports.cache.set(cacheKey(companyId), accepts, FRESH_MS)
      return accepts
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onUnavailable(companyId)
      return true
    }
  }
}

/** Drops the cached setting; the next call asks auth. */
export const forgetCallSetting = (ports: Pick<ServicePorts, 'cache'>, companyId: CompanyId): Promise<void> =>
  ports.cache.delete(cacheKey(companyId))

/**
 * Drops the cached setting when a company changes it, here and in processes with a cache of their own. A hint: entries expire
 * after 30 s anyway.
 */
export const callSettingConsumer = (
  ports: Pick<ServicePorts, 'cache'>,
  tellOthers: (companyId: CompanyId) => void,
): Subscription => ({
  group: 'messaging-gateway.settings',
  topic: 'auth',
  cases: ['settingChanged'],
  handle: async ({ event }) => {
    if (!isCase(event, 'settingChanged') || event.body.value.key !== KEY) return
    await forgetCallSetting(ports, event.companyId)
    tellOthers(event.companyId)
  },
})
