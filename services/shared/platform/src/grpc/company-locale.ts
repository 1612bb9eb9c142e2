import { type CompanyId, type CompanyLocale, defaultLocale, languages } from '@balcao/contracts'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

const FRESH_MS = 30 * SECOND
const DEADLINE_MS = 1_000

/** A company's zone and language, at most 30 s old; the defaults while auth is away, which `onUnavailable` hears. Never throws. */
export function createCompanyLocale(
  ports: Pick<ServicePorts, 'rpc' | 'cache'>,
  service: string,
  onUnavailable: (companyId: CompanyId) => void,
): (companyId: CompanyId) => Promise<CompanyLocale> {
  return async (companyId) => {
    const key = `${service}:${companyId}:locale`
    const known = await ports.cache.get<CompanyLocale>(key)
    if (known) return known
    try {
      const { settings, hours } = await ports.rpc.auth.getSettings({ companyId }, { deadlineMs: DEADLINE_MS })
      const language = languages.find((one) => one === settings['language']) ?? defaultLocale.language
      const locale = { timeZone: hours?.timeZone ?? defaultLocale.timeZone, language }
      await ports.cache.set(key, locale, FRESH_MS)
      return locale
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onUnavailable(companyId)
      return defaultLocale
    }
  }
}
