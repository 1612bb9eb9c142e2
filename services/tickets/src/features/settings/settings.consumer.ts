import type { ServicePorts, Subscription } from '@balcao/kernel'

import { settingsKey } from './company-settings'

/** Drops a company's cached settings when one of them or the business hours change. A hint: the cache expires after 30 s. */
export const settingsConsumer = (ports: Pick<ServicePorts, 'cache'>): Subscription => ({
  group: 'tickets.settings',
  topic: 'auth',
  cases: ['settingChanged', 'companyChanged'],
  handle: async ({ event }) => ports.cache.delete(settingsKey(event.companyId)),
})
