import type { ServicePorts, Subscription } from '@balcao/kernel'

import { settingsKey } from './company-settings'

/** Forgets what is remembered of a company's settings when one of them changes. A hint: they age out by themselves. */
export const settingsConsumer = (ports: Pick<ServicePorts, 'cache'>): Subscription => ({
  group: 'tickets.settings',
  topic: 'auth',
  cases: ['settingChanged'],
  handle: async ({ event }) => ports.cache.delete(settingsKey(event.companyId)),
})
