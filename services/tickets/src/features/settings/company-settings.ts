import {
  DEFAULT_TIME_ZONE,
  defaultBusinessHours,
  exportRoles,
  languages,
  type BotConfig,
  type CompanyId,
  type Role,
} from '@balcao/contracts'
import type { GetSettingsResponse } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

/** The settings that customers' conversations depend on. */
export interface CompanySettings extends Pick<
  BotConfig,
  'language' | 'timeZone' | 'scheduleType' | 'schedules' | 'chatBotType'
> {
  /** How long a closed ticket is reopened instead of opening a new one. */
  reopenWindowMinutes: number
  ignoresGroups: boolean
  /** Whether calls are rejected and answered with a text. */
  refusesCalls: boolean
  /** Who may export all contacts: users with this role or a higher one. */
  exportRole: Role
  /** Whether customers see that an agent writes. */
  sendsTyping: boolean
  /** Whether a connection with one queue greets. */
  greetsWithOneQueue: boolean
  /** Whether an agent who accepts is named to the customer. */
  greetsOnAccept: boolean
  /** Whether customers are told of transfers. */
  tellsTransfer: boolean
  /** Whether customers are asked to rate the agent who closes their ticket. */
  asksRating: boolean
  /** How long a rating is taken. */
  ratingMinutes: number
}

/** Used while auth is unreachable. Group messages are kept then: superfluous ones can be hidden, lost ones not restored. */
export const defaultSettings: CompanySettings = {
  reopenWindowMinutes: 120,
  ignoresGroups: false,
  refusesCalls: true,
  exportRole: 'admin',
  sendsTyping: false,
  greetsWithOneQueue: false,
  greetsOnAccept: false,
  tellsTransfer: false,
  asksRating: false,
  ratingMinutes: 30,
  language: 'pt',
  scheduleType: 'disabled',
  chatBotType: 'text',
  schedules: defaultBusinessHours,
  timeZone: DEFAULT_TIME_ZONE,
}

const FRESH_MS = 30 * SECOND
const DEADLINE_MS = 1_000

export const settingsKey = (companyId: CompanyId): string => `tickets:${companyId}:settings`

const parseMinutes = (text: string | undefined, otherwise: number): number => {
  const minutes = text === undefined || !/^\d{1,7}$/.test(text) ? NaN : Number(text)
  return Number.isNaN(minutes) ? otherwise : minutes
}

/* The setting's value when it is one of these, else the first. */
const parseChoice = <T extends string>(text: string | undefined, choices: readonly [T, ...T[]]): T =>
  choices.find((choice) => choice === text) ?? choices[0]

type Values = Readonly<Record<string, string>>

const readBotSettings = (settings: Values) => ({
  greetsWithOneQueue: settings['sendGreetingMessageOneQueues'] === 'enabled',
  greetsOnAccept: settings['sendGreetingAccepted'] === 'enabled',
  tellsTransfer: settings['sendMsgTransfTicket'] === 'enabled',
  asksRating: settings['userRating'] === 'enabled',
  ratingMinutes: parseMinutes(settings['ratingsTimeout'], defaultSettings.ratingMinutes),
  language: parseChoice(settings['language'], languages),
  scheduleType: parseChoice(settings['scheduleType'], ['disabled', 'queue', 'company'] as const),
  chatBotType: parseChoice(settings['chatBotType'], ['text', 'list', 'button'] as const),
})

const readSettings = ({ settings, hours }: GetSettingsResponse): CompanySettings => ({
  reopenWindowMinutes: parseMinutes(settings['timeCreateNewTicket'], defaultSettings.reopenWindowMinutes),
  ignoresGroups: settings['CheckMsgIsGroup'] === 'enabled',
  refusesCalls: settings['call'] !== 'enabled',
  exportRole: parseChoice(settings['exportContacts'], exportRoles),
  sendsTyping: settings['sendTyping'] === 'enabled',
  ...readBotSettings(settings),
  schedules: hours?.schedules ?? defaultSettings.schedules,
  timeZone: hours?.timeZone ?? defaultSettings.timeZone,
})

export interface SettingsReader {
  /** At most 30 s old; the defaults when auth does not answer within a second. Never throws. */
  of(companyId: CompanyId): Promise<CompanySettings>
}

export function createSettingsReader(
  ports: Pick<ServicePorts, 'rpc' | 'cache'>,
  onUnavailable: (companyId: CompanyId) => void,
): SettingsReader {
  const ask = async (companyId: CompanyId): Promise<CompanySettings> => {
    const answer = await ports.rpc.auth.getSettings({ companyId }, { deadlineMs: DEADLINE_MS })
    const read = readSettings(answer)
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
