export {
  ConfigError,
  defineConfig,
  envExample,
  readConfig,
  readConfigs,
  type ConfigOf,
  type ConfigSchema,
  type ConfigContext,
  type ConfigSource,
  type ValuesOf,
} from './define-config'
export { env, type EnvField } from './env'
export { fileSecrets, type SecretSource } from './secrets'
