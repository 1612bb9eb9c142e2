import type { CompanyId } from '@balcao/contracts'
import type { AppError } from '@balcao/kernel'
import { counter, histogram } from '@balcao/platform'

import { schedulesLog } from './logger'

const sent = counter('balcao_schedules_sent_total', 'Scheduled messages handed over')
const failed = counter('balcao_schedules_failed_total', 'Scheduled messages given up, by code')
const postponed = counter(
  'balcao_schedules_postponed_total',
  'Tries of scheduled messages that are repeated, by code',
)
const settingsUnavailable = counter(
  'balcao_campaigns_settings_unavailable_total',
  'Settings that could not be read from auth; defaults were used',
)
const delay = histogram(
  'balcao_schedule_delay_ms',
  'From the time a message was scheduled for to its hand-over',
)

interface Which {
  companyId: number
  scheduleId: number
}

interface Failure extends Which {
  code: string
  attempts: number
  error: AppError
}

/** One function per business fact: counter and log line together. */
export const signals = {
  settingsUnavailable(companyId: CompanyId) {
    settingsUnavailable.add()
    schedulesLog.warn({ companyId }, 'settings unavailable, defaults used')
  },
  scheduleSent({ delayMs, ...which }: Which & { delayMs: number }) {
    sent.add()
    delay.record(Math.max(0, delayMs))
    schedulesLog.info({ ...which, delayMs }, 'scheduled message handed over')
  },
  scheduleFailed({ error, ...what }: Failure) {
    failed.add(1, { code: what.code })
    schedulesLog.warn({ ...what, err: error }, 'scheduled message given up')
  },
  schedulePostponed({ error, ...what }: Failure) {
    postponed.add(1, { code: what.code })
    schedulesLog.info({ ...what, err: error }, 'scheduled message is tried again')
  },
}
