import { defineConfig, env, type ConfigOf } from '@balcao/platform'

const MEBIBYTE = 1024 * 1024

export const ticketsConfig = defineConfig({
  title: 'tickets',
  fields: {
    MAX_UPLOAD_MB: env.integer({
      min: 1,
      max: 1_024,
      default: 16,
      help: 'Largest file of an upload, in MB.',
    }),
  },
  build: ({ MAX_UPLOAD_MB }) => ({ maxUploadBytes: MAX_UPLOAD_MB * MEBIBYTE }),
})

export type TicketsConfig = ConfigOf<typeof ticketsConfig>
