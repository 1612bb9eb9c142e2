import { defineConfig, type ConfigOf } from '@balcao/platform'

/** Billing has nothing of its own to set yet; the host's part names its database. */
export const billingConfig = defineConfig({ title: 'billing', fields: {}, build: () => ({}) })

export type BillingConfig = ConfigOf<typeof billingConfig>
