import type { BotConfig, BotQueue } from '@balcao/contracts'

import type { Connection } from '../connections'
import type { CompanySettings } from '../settings'

/** What the number's bot goes by: its rules, the company's settings and its queues. */
export const buildBotConfig = (
  connection: Connection,
  settings: CompanySettings,
  queues: readonly BotQueue[],
): BotConfig => ({
  language: settings.language,
  timeZone: settings.timeZone,
  scheduleType: settings.scheduleType,
  schedules: settings.schedules,
  chatBotType: settings.chatBotType,
  sendGreetingMessageOneQueues: settings.greetsWithOneQueue,
  connection: connection.rules,
  queues,
})
