import { SECOND } from '@balcao/kernel'
import {
  buildKafkaSettings,
  defineConfig,
  env,
  kafkaFields,
  redisFields,
  type ConfigOf,
} from '@balcao/platform'

/** Shorter than the termination grace period of a pod. */
const DRAIN_MS = 5 * SECOND

export const realtimeConfig = defineConfig({
  title: 'realtime',
  fields: {
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
    PUBLIC_URL: env.optional(
      env.url({
        protocols: ['http', 'https'],
        help: 'Address at which programs outside reach us: links to files in events begin with it. Without it they are paths.',
      }),
    ),
    REALTIME_SEAL_KEY: env.secret({ help: 'Seals the secrets of webhooks at rest.' }),
    INTEGRATION_ORIGINS: env.list({
      default: [],
      help: 'Private origins that integrations of every company may call, comma-separated (http://n8n.internal:5678). Others must be public.',
    }),
    ...redisFields,
    ...kafkaFields,
  },
  build: (values, fault) => {
    const kafka = buildKafkaSettings(values, fault)
    return {
      allowedOrigins: values.PUBLIC_ORIGINS,
      publicOrigin: values.PUBLIC_URL === undefined ? '' : new URL(values.PUBLIC_URL).origin,
      sealKey: values.REALTIME_SEAL_KEY,
      integrationOrigins: values.INTEGRATION_ORIGINS,
      ...(values.REDIS_URL === undefined
        ? {}
        : { cluster: { redisUrl: values.REDIS_URL, drainMs: DRAIN_MS } }),
      ...(kafka && { kafka }),
    }
  },
})

export type RealtimeConfig = ConfigOf<typeof realtimeConfig>
