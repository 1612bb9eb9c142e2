import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { SessionRequest } from '../../../features/whatsapp-driver'
import { baileysSignals } from './baileys-signals'
import type { BaileysSocket } from './baileys-socket'
import type { UploadContext } from './content/upload-media'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import { createUploader, download } from './media-transfer'
import type { BaileysRules, BaileysSettings } from './settings'
import { LidMappings } from './lid-mappings'
import { ClientTokens } from './client-tokens'
import { AppStateSnapshots } from './app-state-snapshots'
import { AppState } from './app-state'
import { Groups } from './groups'
import { Inbound } from './inbound'
import { Outbound } from './outbound'
import type { InTurn } from './reading-turns'
import { Troubles } from './troubles'

export interface BaileysSessionDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  rules: BaileysRules
  inTurn: InTurn
  vault: SignalVault
  request: SessionRequest
}

/**
 * The parts of a session that outlive its sockets.
 * @param socket throws before the first socket is opened.
 */
export function createSessionParts(deps: BaileysSessionDeps, socket: () => BaileysSocket) {
  const { baileys, vault, settings, request, inTurn } = deps
  const groups = new Groups(socket, request)
  const lidMappings = new LidMappings(
    () => socket().sock.signalRepository.lidMapping,
    request.callbacks,
    (number) => socket().findStoredLid(number),
  )
  const troubles = new Troubles(request.callbacks, (error) => baileysSignals.notRecorded(request, error))
  const clientTokens = new ClientTokens(vault)
  const notSynced = (error: unknown) => baileysSignals.settingsNotSynced(request, error)
  const appState = new AppState({
    snapshots: new AppStateSnapshots({
      baileys,
      hosts: deps.hosts,
      inTurn,
      sock: () => socket().sock,
      saveSalt: (salt) => clientTokens.saveSalt(salt),
      failed: notSynced,
    }),
    baileys,
    vault,
    socket,
    now: Date.now,
    failed: notSynced,
    onGiveUp: () => troubles.report('settings-key'),
  })
  const outbound = new Outbound({
    baileys,
    vault,
    socket,
    uploadContext: () => buildUploadContext(deps, socket()),
    lidMappings,
    groups,
    clientTokens,
    request,
    settings,
  })
  const inbound = new Inbound({
    baileys,
    vault,
    settings,
    request,
    socket,
    lidMappings,
    clientTokens,
    groups,
    hosts: deps.hosts,
    inTurn,
    appState,
    troubles,
    open: (part) => () => download(baileys, deps.hosts, part.reference),
  })
  return { groups, troubles, appState, outbound, inbound }
}

function buildUploadContext(
  { baileys, hosts, rules, request: { companyId } }: BaileysSessionDeps,
  { sock }: BaileysSocket,
): UploadContext {
  const upload = createUploader(baileys, hosts, (isFresh) => sock.refreshMediaConn(isFresh))
  return { companyId, upload, imageSize: rules.imageSize, previews: rules.previews, now: new Date() }
}
