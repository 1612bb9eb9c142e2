import type { AuthenticationCreds } from '@whiskeysockets/baileys'

import { baileysLogger } from './baileys-logger'
import type { DeviceLists } from './device-lists'
import type { FrameGate } from './frame-gate'
import { isChannel, isStatus } from './jids'
import type { BaileysModule } from './load-baileys'
import { placeholderResendCache } from './placeholder-resend-cache'
import type { SignalKeys, UnitKeys } from './signal-keys'
import type { BaileysSettings } from './settings'
import { createJournaledRepository, type JournalHooks } from './signal-repository'
import type { BaileysSocketDeps } from './socket-deps'

type SocketConfig = Parameters<BaileysModule['makeWASocket']>[0]

export interface SocketParts {
  creds: AuthenticationCreds
  keys: SignalKeys
  gate: FrameGate
  devices: DeviceLists
  onLibraryLog(sentence: string): void
}

/** The device name is what the phone lists under linked devices; the browser must be one that WhatsApp accepts. */
export const buildBrowser = ({
  deviceName,
}: Pick<BaileysSettings, 'deviceName'>): [string, string, string] => [deviceName, 'Chrome', '']

/** The library's options for one socket. */
export function buildSocketConfig(deps: BaileysSocketDeps, parts: SocketParts): SocketConfig {
  const { baileys, settings, hosts, request, vault } = deps
  const { creds, keys, gate, devices } = parts
  const { times } = settings
  const hooks: JournalHooks = {
    ...deps.journal,
    waitForLease: () => gate.pass(),
    failed: (error) => gate.close(error),
  }
  return {
    auth: { creds: creds, keys: keys },
    logger: baileysLogger(request, parts.onLibraryLog),
    waWebSocketUrl: settings.webSocketUrl,
    version: [...deps.version],
    browser: buildBrowser(settings),
    connectTimeoutMs: times.connect,
    keepAliveIntervalMs: times.keepAlive,
    defaultQueryTimeoutMs: times.query,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    // Read by history/history.ts instead, in pieces.
    shouldSyncHistoryMessage: () => false,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    // The library itself fetches history and app state, from hosts that messages name.
    options: hosts.fetchOptions,
    userDevicesCache: devices,
    shouldIgnoreJid: (jid) => isStatus(jid) || isChannel(jid),
    cachedGroupMetadata: (jid) => deps.findGroupMetadata(jid),
    getMessage: (key) => deps.findSentMessage(key),
    // The library's pause between two retry requests would delay all messages behind undecryptable ones.
    retryRequestDelayMs: 0,
    placeholderResendCache,
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: (auth, logger, lidMappings) => {
      const make = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository
      const outer = make({ creds: auth.creds, keys: keys }, logger, lidMappings)
      // Queries are sent before a unit begins: within it no server is asked.
      const createRepository = (unit: UnitKeys) => make({ creds: auth.creds, keys: unit }, logger)
      return createJournaledRepository({ baileys, createRepository, keys, vault }, outer, hooks)
    },
  }
}
