import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { checkServerIdentity } from 'node:tls'

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

/** Credentials of every gRPC server and channel of a process. */
export interface RpcCredentials {
  server(): ServerCredentials
  channel: ChannelCredentials
  /** The identity in our own certificate; undefined without TLS. */
  identity: RpcIdentity | undefined
}

const REFRESH_MS = 30 * SECOND

/** For unix sockets in a private folder, and for trusted networks. */
export const insecureRpc: RpcCredentials = {
  server: () => ServerCredentials.createInsecure(),
  channel: credentials.createInsecure(),
  identity: undefined,
}

/**
 * Mutual TLS: the caller's certificate names the calling service.
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
    // The parameters are identity and authority; the library's declaration names them wrongly.
    server: () => experimental.createCertificateProviderServerCredentials(files, files, true),
    channel: experimental.createCertificateProviderChannelCredentials(files, files, {
      checkServerIdentity: (name, certificate) => checkServerIdentity(fromServerName(name), certificate),
    }),
    identity,
  }
}

/** `dns:///balcao-auth-rpc:9000` → `balcao-auth-rpc`: the name its certificate must contain; of several addresses the first. */
export const parseTargetHost = (target: string): string =>
  target
    .replace(/^(dns|ipv4|ipv6):\/*/, '')
    .replace(/,.*/, '')
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')

/*
 * TLS has server names, no addresses (RFC 6066, section 3): Node refuses one since 26, and the library would send it. A host that is an
 * address gets a name that stands for it, whose certificate must contain the address.
 */
const ADDRESS = '.address.invalid'
const toServerName = (host: string): string => (isIP(host) ? `${host.replaceAll(':', '-')}${ADDRESS}` : host)
const fromServerName = (name: string): string =>
  name.endsWith(ADDRESS) ? name.slice(0, -ADDRESS.length).replaceAll('-', ':') : name

/** What a channel expects in the certificate behind a target: its host. A unix socket has no certificate. */
export const expectServerName = (target: string | undefined): ChannelOptions =>
  target === undefined || target.startsWith('unix:')
    ? {}
    : { 'grpc.ssl_target_name_override': toServerName(parseTargetHost(target)) }
