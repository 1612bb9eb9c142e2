import { defineConfig, type ConfigOf } from '@balcao/platform'

/** billing has no settings of its own; the host's part configures the database. */
export const billingConfig = defineConfig({ title: 'billing', fields: {}, build: () => ({}) })

export type BillingConfig = ConfigOf<typeof billingConfig>
