import { hostname } from 'node:os'

import type { ServiceName } from '@balcao/kernel'

import { defineConfig, env, type ConfigOf } from '../config'
import { createRpcCredentials } from '../grpc'
import { FIRST_PRIMARY } from '../postgres'
import { databaseFields, buildDatabaseSettings } from './database-config'
import { engineFields, buildEngineSettings } from './engines-config'
import { hostFields, buildHostSettings } from './host-config'

const target = (service: string) =>
  env.text({
    default: `dns:///balcao-${service}-rpc:9000`,
    help: `gRPC target of ${service}.`,
  })

const port = (number: number, help: string) => env.integer({ min: 1, max: 65_535, default: number, help })
const file = (help: string) => env.optional(env.text({ help }))

const podFields = {
  PORT: port(8080, 'Where HTTP is served.'),
  RPC_PORT: port(9000, 'Where gRPC is served.'),
  OPS_PORT: port(9100, 'Where probes and metrics are served, and nothing else.'),
  HOST: env.text({ default: '0.0.0.0', matches: /^[A-Za-z0-9.:-]+$/, help: 'Address to listen on.' }),
  POD_NAME: env.text({ default: hostname(), help: 'Name of this process among those of its service.' }),
  POD_IP: env.text({ default: '127.0.0.1', help: 'Address at which the other processes reach this one.' }),
  DRAIN_WAIT_MS: env.integer({
    min: 0,
    max: 120_000,
    default: 0,
    help: 'How long to go on serving after SIGTERM, until load balancers have noticed.',
  }),
  RPC_AUTH: target('auth'),
  RPC_BILLING: target('billing'),
  RPC_CAMPAIGNS: target('campaigns'),
  RPC_MESSAGING_GATEWAY: target('messaging-gateway'),
  RPC_REALTIME: target('realtime'),
  RPC_TICKETS: target('tickets'),
  RPC_TLS_CA: file('PEM of the authority of all gRPC certificates. With RPC_TLS_CERT and RPC_TLS_KEY: TLS.'),
  RPC_TLS_CERT: file(
    'PEM of this process’s certificate. It names the host of its service’s RPC_… target (DNS) and the service\nitself (URI spiffe://<installation>/<service>), by which others know who calls.',
  ),
  RPC_TLS_KEY: file('PEM of its key. All three are read again every 30 s.'),
  DATABASE_ROLE_PASSWORD: env.optional(
    env.text({ help: 'Password of this service’s role alone, instead of DATABASE_ROLE_SECRET.' }),
  ),
}

interface TlsFiles {
  RPC_TLS_CA: string | undefined
  RPC_TLS_CERT: string | undefined
  RPC_TLS_KEY: string | undefined
}

function readCredentials(values: TlsFiles, fault: (message: string) => void) {
  const { RPC_TLS_CA: caFile, RPC_TLS_CERT: certFile, RPC_TLS_KEY: keyFile } = values
  if (!caFile && !certFile && !keyFile) return createRpcCredentials(undefined)
  if (!caFile || !certFile || !keyFile) {
    fault('RPC_TLS_CA, RPC_TLS_CERT and RPC_TLS_KEY go together')
    return createRpcCredentials(undefined)
  }
  try {
    return createRpcCredentials({ caFile, certFile, keyFile })
  } catch (error) {
    fault(`RPC_TLS_CERT: ${error instanceof Error ? error.message : String(error)}`)
    return createRpcCredentials(undefined)
  }
}

interface Targets {
  RPC_AUTH: string
  RPC_BILLING: string
  RPC_CAMPAIGNS: string
  RPC_MESSAGING_GATEWAY: string
  RPC_REALTIME: string
  RPC_TICKETS: string
}

const readTargets = (values: Targets): Record<ServiceName, string> => ({
  auth: values.RPC_AUTH,
  billing: values.RPC_BILLING,
  campaigns: values.RPC_CAMPAIGNS,
  'messaging-gateway': values.RPC_MESSAGING_GATEWAY,
  realtime: values.RPC_REALTIME,
  tickets: values.RPC_TICKETS,
})

/** The environment of one service in a process of its own. */
export const podConfig = defineConfig({
  title: 'a service in a process of its own',
  fields: { ...podFields, ...hostFields, ...databaseFields, ...engineFields },
  build: (values, fault) => {
    const { server, morePrimaries, roleSecret, poolSize } = buildDatabaseSettings(values, fault)
    if (!server) fault('DATABASE_URL is required')
    return {
      ...buildHostSettings(values),
      engines: buildEngineSettings(values, fault),
      database: {
        server: server ?? { host: '', port: 0, user: '', database: '' },
        morePrimaries,
        login: buildLogin(roleSecret, values.DATABASE_ROLE_PASSWORD),
        poolSize,
      },
      host: values.HOST,
      ports: { http: values.PORT, rpc: values.RPC_PORT, ops: values.OPS_PORT },
      name: values.POD_NAME,
      address: values.POD_IP,
      drainWaitMs: values.DRAIN_WAIT_MS,
      targets: readTargets(values),
      credentials: readCredentials(values, fault),
    }
  },
})

const buildLogin = (roleSecret: string | undefined, rolePassword: string | undefined) => ({
  ...(roleSecret === undefined ? {} : { roleSecret }),
  ...(rolePassword === undefined ? {} : { rolePassword }),
})

export type PodConfig = ConfigOf<typeof podConfig>

/** The environment of a service's migration job, which has no secret of the service itself. */
export const migrateConfig = defineConfig({
  title: 'a migration job',
  fields: {
    ...databaseFields,
    ...engineFields,
    DATABASE_ROLE_PASSWORD: podFields.DATABASE_ROLE_PASSWORD,
  },
  build: (values, fault) => {
    const { server, morePrimaries, roleSecret } = buildDatabaseSettings(values, fault)
    if (!server) fault('DATABASE_URL is required')
    return {
      primaries: [
        { name: FIRST_PRIMARY, server: server ?? { host: '', port: 0, user: '', database: '' } },
        ...morePrimaries,
      ] as const,
      login: buildLogin(roleSecret, values.DATABASE_ROLE_PASSWORD),
      engines: buildEngineSettings(values, fault),
    }
  },
})
