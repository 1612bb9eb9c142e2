import type { CompanyId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { ticketsLog } from './logger'

const settingsUnavailable = counter(
  'balcao_tickets_settings_unavailable_total',
  'Settings that could not be read from auth; defaults were used',
)

/** Business facts of this service, one function each. */
export const signals = {
  settingsUnavailable: (companyId: CompanyId): void => {
    settingsUnavailable.add()
    ticketsLog.warn({ companyId }, 'settings unavailable, defaults used')
  },
}
