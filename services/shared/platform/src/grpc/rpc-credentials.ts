import {
  credentials,
  experimental,
  ServerCredentials,
  type ChannelCredentials,
  type ChannelOptions,
} from '@grpc/grpc-js'
import { SECOND } from '@balcao/kernel'

import { watchCertificate } from './certificate-signals'

/** Files in PEM, read again every `refreshMs`: a rotated certificate needs no restart. */
export interface RpcTls {
  caFile: string
  certFile: string
  keyFile: string
  /** Whether callers must show a certificate of the same authority too. */
  isMutual: boolean
  refreshMs?: number
}

/** Who may speak gRPC with whom: the same for every server and channel of a process. */
export interface RpcCredentials {
  server(): ServerCredentials
  channel: ChannelCredentials
}

const REFRESH_MS = 30 * SECOND

/** For sockets in a folder of ours, and for networks that are trusted. */
export const plainRpc: RpcCredentials = {
  server: () => ServerCredentials.createInsecure(),
  channel: credentials.createInsecure(),
}

export function createRpcCredentials(tls: RpcTls | undefined): RpcCredentials {
  if (!tls) return plainRpc
  const files = new experimental.FileWatcherCertificateProvider({
    caCertificateFile: tls.caFile,
    certificateFile: tls.certFile,
    privateKeyFile: tls.keyFile,
    refreshIntervalMs: tls.refreshMs ?? REFRESH_MS,
  })
  const own = tls.isMutual ? files : null
  watchCertificate(tls.certFile)
  return {
    // The parameters are identity and authority, whatever the declaration calls them.
    server: () => experimental.createCertificateProviderServerCredentials(files, own, tls.isMutual),
    channel: experimental.createCertificateProviderChannelCredentials(files, own),
  }
}

/** `dns:///balcao-auth-rpc:9000` → `balcao-auth-rpc`: whom its certificate must name. */
export const hostOfTarget = (target: string): string => target.replace(/^[a-z]+:\/*/, '').replace(/:\d+$/, '')

/** One process is asked by its address, which no certificate names: it must show its service's. */
export const namedLike = (target: string | undefined): ChannelOptions =>
  target === undefined || target.startsWith('unix:')
    ? {}
    : { 'grpc.ssl_target_name_override': hostOfTarget(target) }
