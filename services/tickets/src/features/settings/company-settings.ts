import type { CompanyId } from '@balcao/contracts'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

export interface CompanySettings {
  /** How long a closed ticket is reopened instead of opening a new one. */
  reopenWindowMinutes: number
  ignoresGroups: boolean
  /** Whether calls are rejected and answered with a text. */
  refusesCalls: boolean
  /** Whether customers see that an agent writes. */
  sendsTyping: boolean
}

/** Used while auth is unreachable. Group messages are kept then: superfluous ones can be hidden, lost ones not restored. */
export const defaultSettings: CompanySettings = {
  reopenWindowMinutes: 120,
  ignoresGroups: false,
  refusesCalls: true,
  sendsTyping: false,
}

const FRESH_MS = 30 * SECOND
const DEADLINE_MS = 1_000

export const settingsKey = (companyId: CompanyId): string => `tickets:${companyId}:settings`

const parseMinutes = (text: string | undefined): number => {
  const minutes = text === undefined || !/^\d{1,7}$/.test(text) ? NaN : Number(text)
  return Number.isNaN(minutes) ? defaultSettings.reopenWindowMinutes : minutes
}

export interface SettingsReader {
  /** At most 30 s old; the defaults when auth does not answer within a second. Never throws. */
  of(companyId: CompanyId): Promise<CompanySettings>
}

export function createSettingsReader(
  ports: Pick<ServicePorts, 'rpc' | 'cache'>,
  onUnavailable: (companyId: CompanyId) => void,
): SettingsReader {
  const ask = async (companyId: CompanyId): Promise<CompanySettings> => {
    const { settings } = await ports.rpc.auth.getSettings({ companyId }, { deadlineMs: DEADLINE_MS })
    const read = {
      reopenWindowMinutes: parseMinutes(settings['timeCreateNewTicket']),
      ignoresGroups: settings['CheckMsgIsGroup'] === 'enabled',
      refusesCalls: settings['call'] !== 'enabled',
      sendsTyping: settings['sendTyping'] === 'enabled',
    }
    await ports.cache.set(settingsKey(companyId), read, FRESH_MS)
    return read
  }
  return {
    of: async (companyId) => {
      const known = await ports.cache.get<CompanySettings>(settingsKey(companyId))
      if (known) return known
      try {
        return await ask(companyId)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        onUnavailable(companyId)
        return defaultSettings
      }
    },
  }
}
