import path from 'node:path'

import { env, type ValuesOf } from '../config'
import { defaultUploadLimits } from '../http'

const MEGABYTE = 1024 * 1024

/** Variables of every process that serves HTTP. Spread into a host's fields. */
export const hostFields = {
  DATA_DIR: env.text({
    default: './data',
    help: 'Folder of everything that is kept: database, media, secrets. In a cluster media only, where S3_BUCKET is not set.',
  }),
  PUBLIC_ORIGINS: env.list({
    default: [],
    help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
  }),
  PUBLIC_URL: env.optional(
    env.url({
      protocols: ['http', 'https'],
      help: 'Address at which browsers reach us, for clients on PUBLIC_ORIGINS (https://desk.example.com): links to media and pictures\nbegin with it. Without it they are paths. Our own pages are opened at this address, too.\nNumbers of an embedded sign-up have their messages sent to it.',
    }),
  ),
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
  UPLOADS_AT_ONCE: env.integer({
    min: 1,
    max: 10_000,
    default: defaultUploadLimits.atOnce,
    help: 'Requests with files that a process takes at once. More are answered 429.',
  }),
  UPLOADS_AT_ONCE_PER_ADDRESS: env.integer({
    min: 1,
    max: 10_000,
    default: defaultUploadLimits.atOncePerAddress,
    help: 'Of those, how many for one address.',
  }),
  UPLOAD_RESERVE_MB: env.integer({
    min: 0,
    max: 1_000_000,
    default: defaultUploadLimits.reserveBytes / MEGABYTE,
    help: 'What the volumes of uploads and media must keep free, in MB. Files that would take it are answered 503; received ones wait.',
  }),
  RATE_LIMIT_FACTOR: env.decimal({
    min: 0,
    max: 10_000,
    default: 1,
    help: 'Multiplies every rate limit; 0 switches them off (load runs).',
  }),
  MEDIA_LINK_SECRET: env.secret({ help: 'Signs the links to media.' }),
  METRICS_TOKEN: env.optional(
    env.text({
      help: 'Bearer that may read /metrics. Without it: programs on this machine in a loopback demo, in pods every client that reaches OPS_PORT.',
    }),
  ),
  SMTP_URL: env.optional(
    env.url({
      protocols: ['smtp', 'smtps'],
      help: 'Mail server, with its login: smtps://user:password@mail.example.com:465. Only auth sends mail. Without it mails are logged, not sent.',
    }),
  ),
  MAIL_FROM: env.text({
    default: 'Balcão <no-reply@localhost>',
    help: 'Sender of the mails.',
  }),
  RPC_REFLECTION: env.flag({
    default: false,
    help: 'Whether gRPC servers describe their methods, which `npm run rpc` needs: for development. npm run dev sets it.',
  }),
  // Read by the logger before any configuration; listed here to be documented and checked.
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
}

export type HostSettings = ReturnType<typeof buildHostSettings>

export const buildHostSettings = (values: ValuesOf<typeof hostFields>) => ({
  dataDir: path.resolve(values.DATA_DIR),
  mediaSecret: values.MEDIA_LINK_SECRET,
  publicUrl: values.PUBLIC_URL === undefined ? '' : new URL(values.PUBLIC_URL).origin,
  metricsToken: values.METRICS_TOKEN,
  mail: values.SMTP_URL === undefined ? undefined : { url: values.SMTP_URL, from: values.MAIL_FROM },
  hasReflection: values.RPC_REFLECTION,
  http: {
    allowedOrigins: values.PUBLIC_ORIGINS,
    isHttps: values.HTTPS,
    trustedProxies: values.TRUSTED_PROXIES,
    maxUploadBytes: values.MAX_UPLOAD_MB * MEGABYTE,
    uploadLimits: {
      ...defaultUploadLimits,
      atOnce: values.UPLOADS_AT_ONCE,
      atOncePerAddress: values.UPLOADS_AT_ONCE_PER_ADDRESS,
      reserveBytes: values.UPLOAD_RESERVE_MB * MEGABYTE,
    },
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
  },
})
