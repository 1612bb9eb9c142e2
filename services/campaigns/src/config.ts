import { defineConfig, type ConfigOf } from '@balcao/platform'

export const campaignsConfig = defineConfig({ title: 'campaigns', fields: {}, build: () => ({}) })

export type CampaignsConfig = ConfigOf<typeof campaignsConfig>
