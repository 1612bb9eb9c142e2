export { KEEP_ALIVE_MS, openHttpListener, type HttpListener } from './http-listener'
export type { IsLocalOnly } from './guard-server'
export { databaseFields, buildDatabaseSettings, type DatabaseSettings } from './database-config'
export { openEngines, type EngineOptions, type Engines } from './engines'
export { engineFields, buildEngineSettings, type EngineSettings } from './engines-config'
export { hostFields, buildHostSettings, type HostSettings } from './host-config'
export { isLoopbackDemo, isLoopbackDemoEnvironment, isLoopbackHost, type Exposure } from './loopback-demo'
export {
  createRuntime,
  primariesOf,
  spreadSchemas,
  type HostPorts,
  type MorePrimary,
  type Runtime,
  type RuntimeOptions,
} from './runtime'
export { migrateConfig, podConfig, type PodConfig } from './pod-config'
export { networkAddresses, unixSocketAddresses, type RpcAddresses } from './rpc-addresses'
export { serviceNames } from './service-names'
export { runPod, type PodParts } from './run-pod'
export { listHostJobs, runServices, type HostOptions, type RunningHost } from './run-services'
export { listRoutes } from './list-routes'
export { isNonPagePath, nonPagePrefixes, findServiceByPath, servicePaths } from './service-paths'
export { CLAIM_MS, runDue } from './run-due'
export { repeat } from './repeat'
export { createActivity } from './service-activity'
export { stopOnSignals } from './stop-signals'
export { serveWebFiles } from './web-files'
