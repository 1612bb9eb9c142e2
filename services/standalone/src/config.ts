import path from 'node:path'

import {
  databaseFields,
  buildDatabaseSettings,
  defineConfig,
  engineFields,
  buildEngineSettings,
  env,
  fileSecrets,
  hostFields,
  buildHostSettings,
  isLoopbackHost,
  type ConfigOf,
  type ConfigSource,
  type PostgresServer,
} from '@balcao/platform'

import { formatSecretVariables } from './backup-folder'
import { DATA_FOLDER_MODE, makeFolder } from './data-folder'

export type PostgresChoice =
  { kind: 'embedded' } | { kind: 'server'; server: PostgresServer; roleSecret: string | undefined }

/** Settings of the single machine itself. */
export const standaloneConfig = defineConfig({
  title: 'the machine',
  fields: {
    PORT: env.integer({ min: 0, max: 65_535, default: 8080, help: 'Where the desk listens.' }),
    HOST: env.text({
      default: '127.0.0.1',
      matches: /^[A-Za-z0-9.:-]+$/,
      help: 'Address to listen on. Anything but loopback has no demo company and needs its secrets given.',
    }),
    OPS_PORT: env.integer({
      min: 0,
      max: 65_535,
      default: 0,
      help: 'Where probes and metrics are served, and nothing else. 0: any free port, named in DATA_DIR/run/addresses.json. Pods: 9100.',
    }),
    OPS_HOST: env.text({
      default: '127.0.0.1',
      matches: /^[A-Za-z0-9.:-]+$/,
      help: 'Address of that listener.',
    }),
    ...hostFields,
    ...databaseFields,
    ...engineFields,
    DOMAIN: env.optional(
      env.text({
        matches: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
        help: 'Name at which browsers reach this server, where Caddy in front serves https (docs/single-server.md):\n`npm run doctor` looks whether it leads here.',
      }),
    ),
    BACKUP_DIR: env.optional(
      env.text({
        help: 'Folder of a backup each night, on another disk than DATA_DIR if possible. Without it none is made.',
      }),
    ),
    BACKUP_HOUR: env.integer({
      min: 0,
      max: 23,
      default: 3,
      help: 'Hour of the nightly backup, in the time zone of the machine (TZ).',
    }),
    BACKUP_KEEP: env.integer({
      min: 1,
      max: 1_000,
      default: 14,
      help: 'How many nightly backups are kept, and for how many days. The newest is never deleted.',
    }),
    BACKUP_CONTINUOUS: env.flag({
      default: false,
      help: 'Whether the built-in database is copied into BACKUP_DIR as it is written, too: what is lost with the disk is a minute (docs/single-server.md).',
    }),
    DEMO: env.choice(['full', 'minimal', 'off'], {
      default: 'full',
      help: 'The demo company of a fresh data folder that only this machine reaches: with conversations, without, or none.',
    }),
  },
  build: (values, fault, { isLoopbackDemo }) => {
    const { server, morePrimaries, roleSecret, poolSize } = buildDatabaseSettings(values, fault)
    if (!server && morePrimaries.length > 0) fault('MORE_PRIMARIES needs DATABASE_URL')
    const postgres: PostgresChoice = server ? { kind: 'server', server, roleSecret } : { kind: 'embedded' }
    if (values.BACKUP_CONTINUOUS && (server || values.BACKUP_DIR === undefined))
      fault('BACKUP_CONTINUOUS needs BACKUP_DIR, and the built-in database instead of DATABASE_URL')
    return {
      ...buildHostSettings(values),
      engines: buildEngineSettings(values, fault),
      host: values.HOST,
      port: values.PORT,
      ops: { host: values.OPS_HOST, port: values.OPS_PORT },
      postgres,
      morePrimaries,
      poolSize,
      isLoopbackDemo,
      backups:
        values.BACKUP_DIR === undefined
          ? undefined
          : {
              folder: path.resolve(values.BACKUP_DIR),
              hour: values.BACKUP_HOUR,
              isContinuous: values.BACKUP_CONTINUOUS,
            },
      demo: isLoopbackDemo ? values.DEMO : ('off' as const),
    }
  },
})

export type StandaloneConfig = ConfigOf<typeof standaloneConfig>

/**
 * The process's environment; on loopback, missing secrets are generated and kept in the data folder.
 * @throws {AppError} ERR_UNAVAILABLE when that folder cannot be written.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): ConfigSource {
  if (!isLoopbackHost(variables.HOST || '127.0.0.1')) return { variables }
  const dataDir = makeFolder(path.resolve(variables.DATA_DIR || './data'), DATA_FOLDER_MODE)
  return { variables, secrets: fileSecrets(path.join(dataDir, 'secrets')) }
}

/** What the process's environment holds of the desk's secrets, as lines for a backup. */
export const readSecretVariables = (): string => formatSecretVariables(process.env)
