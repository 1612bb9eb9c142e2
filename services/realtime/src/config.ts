import { defineConfig, env, type ConfigOf } from '@balcao/platform'

export const realtimeConfig = defineConfig({
  title: 'realtime',
  fields: {
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
  },
  build: ({ PUBLIC_ORIGINS }) => ({ allowedOrigins: PUBLIC_ORIGINS }),
})

export type RealtimeConfig = ConfigOf<typeof realtimeConfig>
