import { readFileSync } from 'node:fs'

import {
  credentials,
  experimental,
  ServerCredentials,
  type ChannelCredentials,
  type ChannelOptions,
} from '@grpc/grpc-js'
import { SECOND } from '@balcao/kernel'

import { addCertificateMetrics } from './certificate-signals'
import { readCertificateIdentity, type RpcIdentity } from './rpc-identity'

/** Files in PEM, read again every `refreshMs`: a rotated certificate needs no restart. */
export interface RpcTls {
  caFile: string
  certFile: string
  keyFile: string
  refreshMs?: number
}

/** Who may speak gRPC with whom: the same for every server and channel of a process. */
export interface RpcCredentials {
  server(): ServerCredentials
  channel: ChannelCredentials
  /** What our own certificate says; undefined where there is none. */
  identity: RpcIdentity | undefined
}

const REFRESH_MS = 30 * SECOND

/** For sockets in a folder of ours, and for networks that are trusted. */
export const insecureRpc: RpcCredentials = {
  server: () => ServerCredentials.createInsecure(),
  channel: credentials.createInsecure(),
  identity: undefined,
}

/**
 * Certificates on both sides, always: without the caller's nobody knows who calls.
 * @throws {Error} when the certificate cannot be read, or names no service.
 */
export function createRpcCredentials(tls: RpcTls | undefined): RpcCredentials {
  if (!tls) return insecureRpc
  const files = new experimental.FileWatcherCertificateProvider({
    caCertificateFile: tls.caFile,
    certificateFile: tls.certFile,
    privateKeyFile: tls.keyFile,
    refreshIntervalMs: tls.refreshMs ?? REFRESH_MS,
  })
  const identity = readCertificateIdentity(readFileSync(tls.certFile))
  if (!identity)
    throw new Error(`${tls.certFile} names no service: it needs a URI spiffe://<installation>/<service>`)
  addCertificateMetrics(tls.certFile)
  return {
    // The parameters are identity and authority, whatever the declaration calls them.
    server: () => experimental.createCertificateProviderServerCredentials(files, files, true),
    channel: experimental.createCertificateProviderChannelCredentials(files, files),
    identity,
  }
}

/** `dns:///balcao-auth-rpc:9000` → `balcao-auth-rpc`: whom its certificate must name. */
export const parseTargetHost = (target: string): string =>
  target.replace(/^[a-z]+:\/*/, '').replace(/:\d+$/, '')

/** One process is asked by its address, which no certificate names: it must show its service's. */
export const overrideServerName = (target: string | undefined): ChannelOptions =>
  target === undefined || target.startsWith('unix:')
    ? {}
    : { 'grpc.ssl_target_name_override': parseTargetHost(target) }
