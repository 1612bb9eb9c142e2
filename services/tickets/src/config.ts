import { defineConfig, env, type ConfigOf } from '@balcao/platform'

const MEBIBYTE = 1024 * 1024

export const ticketsConfig = defineConfig({
  title: 'tickets',
  fields: {
    UPLOAD_LIMIT_MB: env.integer({ default: 64, min: 1, max: 2_000, help: 'Largest file an agent may send, in MiB.' }),
  },
  build: ({ UPLOAD_LIMIT_MB }) => ({ maxUploadBytes: UPLOAD_LIMIT_MB * MEBIBYTE }),
})

export type TicketsConfig = ConfigOf<typeof ticketsConfig>
