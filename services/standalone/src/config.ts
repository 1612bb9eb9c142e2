import path from 'node:path'

import {
  defineConfig,
  env,
  fileSecrets,
  parsePostgresUrl,
  type ConfigOf,
  type ConfigSource,
  type PostgresServer,
} from '@balcao/platform'

import { DATA_FOLDER_MODE, makeFolder } from './data-folder'

export type PostgresChoice =
  { kind: 'embedded' } | { kind: 'server'; server: PostgresServer; roleSecret: string | undefined }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The environment of the single machine itself. */
export const standaloneConfig = defineConfig({
  title: 'the machine',
  fields: {
    PORT: env.integer({ min: 0, max: 65_535, default: 8080, help: 'Where the desk listens.' }),
    HOST: env.text({
      default: '127.0.0.1',
      matches: /^[A-Za-z0-9.:-]+$/,
      help: 'Address to listen on. Anything but loopback has no demo company and needs its secrets given.',
    }),
    DATA_DIR: env.text({
      default: './data',
      help: 'Folder of everything that is kept: database, media, secrets.',
    }),
    DATABASE_URL: env.optional(
      env.url({
        protocols: ['postgres', 'postgresql'],
        help: 'A Postgres server (15 or newer) to use instead of the built-in one, as an owner of the database.',
      }),
    ),
    DATABASE_ROLE_SECRET: env.optional(
      env.text({
        matches: /^.{32,}$/,
        help: 'From it the passwords of the services’ roles are made, where DATABASE_URL asks for passwords.',
      }),
    ),
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
    HTTPS: env.flag({
      default: false,
      help: 'Whether browsers reach us over https, through a proxy that ends it.',
    }),
    TRUSTED_PROXIES: env.list({
      default: [],
      help: 'Addresses or networks of proxies whose X-Forwarded-For counts, comma-separated.',
    }),
    MAX_UPLOAD_MB: env.integer({
      min: 1,
      max: 1_024,
      default: 16,
      help: 'Largest file of an upload, in MB.',
    }),
    RATE_LIMIT_FACTOR: env.decimal({
      min: 0,
      max: 10_000,
      default: 1,
      help: 'Multiplies every rate limit; 0 switches them off (load runs).',
    }),
    MEDIA_LINK_SECRET: env.secret({ help: 'Signs the links to media.' }),
    METRICS_TOKEN: env.optional(
      env.text({ help: 'Bearer that may read /metrics. Without it only this machine may.' }),
    ),
    // Read by the platform before any configuration; here to be documented and checked.
    LOG_LEVEL: env.optional(
      env.choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
        default: 'warn',
        help: 'Least level that is logged: warn on a terminal and with npm start, else info, which has every request.',
      }),
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: env.optional(
      env.url({
        protocols: ['http', 'https'],
        help: 'OpenTelemetry collector for traces and metrics. Without it nothing is sent.',
      }),
    ),
    DEMO: env.choice(['full', 'minimal', 'off'], {
      default: 'full',
      help: 'The demo company of a fresh data folder on loopback: with conversations, without, or none.',
    }),
  },
  build: (values) => {
    const isLoopback = LOOPBACK.test(values.HOST)
    const postgres: PostgresChoice = values.DATABASE_URL
      ? {
          kind: 'server',
          server: parsePostgresUrl(values.DATABASE_URL),
          roleSecret: values.DATABASE_ROLE_SECRET,
        }
      : { kind: 'embedded' }
    return {
      host: values.HOST,
      port: values.PORT,
      dataDir: path.resolve(values.DATA_DIR),
      postgres,
      demo: isLoopback ? values.DEMO : ('off' as const),
      mediaSecret: values.MEDIA_LINK_SECRET,
      metricsToken: values.METRICS_TOKEN,
      http: {
        allowedOrigins: values.PUBLIC_ORIGINS,
        isHttps: values.HTTPS,
        trustedProxies: values.TRUSTED_PROXIES,
        maxUploadBytes: values.MAX_UPLOAD_MB * 1024 * 1024,
        rateLimitFactor: values.RATE_LIMIT_FACTOR,
      },
    }
  },
})

export type StandaloneConfig = ConfigOf<typeof standaloneConfig>

/**
 * The process's environment; on loopback, missing secrets are made and kept in the data folder.
 * @throws {AppError} ERR_UNAVAILABLE when that folder cannot be written.
 */
export function machineSource(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): ConfigSource {
  const isLoopback = LOOPBACK.test(variables.HOST || '127.0.0.1')
  if (!isLoopback) return { variables }
  const dataDir = makeFolder(path.resolve(variables.DATA_DIR || './data'), DATA_FOLDER_MODE)
  return { variables, secrets: fileSecrets(path.join(dataDir, 'secrets')) }
}
