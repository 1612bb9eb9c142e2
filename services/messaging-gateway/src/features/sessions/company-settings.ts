import type { CompanyId, SettingKey } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServicePorts, type Subscription } from '@balcao/kernel'

const FRESH_MS = 30 * SECOND
const DEADLINE_MS = 1_000

interface Reading {
  isOn(value: string | undefined): boolean
  /** While auth does not answer. */
  whenUnknown: boolean
}

const readings = {
  // A call that rings can be ignored, a rejected one loses a customer.
  call: { isOn: (value) => value !== 'disabled', whenUnknown: true },
  // Nothing is fetched for a company that has not asked for it.
  linkPreviews: { isOn: (value) => value === 'enabled', whenUnknown: false },
} satisfies Partial<Record<SettingKey, Reading>>

type Key = keyof typeof readings

const keys = Object.keys(readings)

const cacheKey = (companyId: CompanyId, key: string): string => `messaging-gateway:${companyId}:${key}`

/** Whether a company has switched a setting on, at most 30 s old. Never throws. */
export function createCompanySetting(
  ports: Pick<ServicePorts, 'rpc' | 'cache'>,
  key: Key,
  onUnavailable: (companyId: CompanyId, setting: string) => void,
): (companyId: CompanyId) => Promise<boolean> {
  const { isOn, whenUnknown } = readings[key]
  return async (companyId) => {
    const known = await ports.cache.get<boolean>(cacheKey(companyId, key))
    if (known !== undefined) return known
    try {
      const { settings } = await ports.rpc.auth.getSettings({ companyId }, { deadlineMs: DEADLINE_MS })
      const answer = isOn(settings[key])
      await ports.cache.set(cacheKey(companyId, key), answer, FRESH_MS)
      return answer
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onUnavailable(companyId, key)
      return whenUnknown
    }
  }
}

/** Drops the cached settings; the next question asks auth. */
export const forgetCompanySettings = (
  ports: Pick<ServicePorts, 'cache'>,
  companyId: CompanyId,
): Promise<void> => ports.cache.delete(...keys.map((key) => cacheKey(companyId, key)))

/**
 * Drops the cached settings when a company changes one, here and in processes with a cache of their own. A hint: entries expire
 * after 30 s anyway.
 */
export const companySettingsConsumer = (
  ports: Pick<ServicePorts, 'cache'>,
  tellOthers: (companyId: CompanyId) => void,
): Subscription => ({
  group: 'messaging-gateway.settings',
  topic: 'auth',
  cases: ['settingChanged'],
  handle: async ({ event }) => {
    if (!isCase(event, 'settingChanged') || !keys.includes(event.body.value.key)) return
    await forgetCompanySettings(ports, event.companyId)
    tellOthers(event.companyId)
  },
})
