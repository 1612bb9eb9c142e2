import { SECOND } from '@balcao/kernel'
import { defineConfig, env, redisFields, type ConfigOf } from '@balcao/platform'

/** Shorter than the termination grace period of a pod. */
const DRAIN_MS = 5 * SECOND

export const realtimeConfig = defineConfig({
  title: 'realtime',
  fields: {
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
    ...redisFields,
  },
  build: ({ PUBLIC_ORIGINS, REDIS_URL }) => ({
    allowedOrigins: PUBLIC_ORIGINS,
    ...(REDIS_URL === undefined ? {} : { cluster: { redisUrl: REDIS_URL, drainMs: DRAIN_MS } }),
  }),
})

export type RealtimeConfig = ConfigOf<typeof realtimeConfig>
