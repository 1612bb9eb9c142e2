import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import {
  ConfigError,
  defineConfig,
  env,
  isLoopbackDemoEnvironment,
  isLoopbackHost,
  type ConfigSource,
  type SecretSource,
} from '@balcao/platform'

import { readAllConfigs } from '../all-services'

/* The first start will make it: 32 bytes. */
const UNMADE = Buffer.alloc(32).toString('base64url')

type Variables = ConfigSource['variables']

/* Secrets that the first start made; the doctor makes none. */
const keptSecrets = (folder: string): SecretSource => ({
  keep: (name) => {
    const file = path.join(folder, name.toLowerCase().replaceAll('_', '-'))
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : UNMADE
  },
})

/* What is looked at even where other settings are wrong. */
const basics = defineConfig({
  title: 'the doctor',
  fields: {
    HOST: env.text({ default: '127.0.0.1', help: '' }),
    PORT: env.integer({ min: 0, max: 65_535, default: 8080, help: '' }),
    DATA_DIR: env.text({ default: './data', help: '' }),
    DOMAIN: env.optional(env.text({ help: '' })),
    BACKUP_DIR: env.optional(env.text({ help: '' })),
    BACKUP_CONTINUOUS: env.flag({ default: false, help: '' }),
    HTTPS: env.optional(env.text({ help: '' })),
    TRUSTED_PROXIES: env.list({ default: [], help: '' }),
    UPLOAD_RESERVE_MB: env.optional(env.text({ help: '' })),
    WHATSAPP_WEB_CLIENT_URL: env.text({ default: 'https://web.whatsapp.com', help: '' }),
    WHATSAPP_WEB_VERSION: env.optional(env.text({ help: '' })),
  },
  build: (values) => values,
})

/** The desk's settings as far as they can be read. */
export function readDoctorSettings(variables: Variables) {
  const faults: string[] = []
  const values = basics.read({ variables }, (fault) => faults.push(fault))
  if (!values) throw new ConfigError(faults)
  const dataDir = path.resolve(values.DATA_DIR)
  const source: ConfigSource = isLoopbackHost(values.HOST)
    ? { variables, secrets: keptSecrets(path.join(dataDir, 'secrets')) }
    : { variables }
  return { values, dataDir, isDemo: isLoopbackDemoEnvironment(source), ...readConfigs(source) }
}

function readConfigs(source: ConfigSource) {
  try {
    return { configs: readAllConfigs(source), faults: [] }
  } catch (error) {
    if (error instanceof ConfigError) return { configs: undefined, faults: error.faults }
    throw error
  }
}

export type DoctorSettings = ReturnType<typeof readDoctorSettings>
