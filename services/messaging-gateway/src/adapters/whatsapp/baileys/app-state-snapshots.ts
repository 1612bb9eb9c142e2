import { buffer } from 'node:stream/consumers'

import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import { download } from './media-transfer'
import { readSnapshot, type Mutation } from './app-state-snapshot'
import type { InTurn } from './reading-turns'

type Names = Parameters<WASocket['resyncAppState']>[0]

export interface AppStateSnapshotsDeps {
  baileys: BaileysModule
  hosts: MediaHosts
  sock(): Pick<WASocket, 'query' | 'ev' | 'authState'>
  saveSalt(salt: Uint8Array): Promise<void>
  inTurn: InTurn
  /** A snapshot could not be read: the library then decodes it as a whole. */
  failed(error: unknown): void
}

const toBase64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64')

/**
 * Snapshots of collections without a stored version, which the server sends as a file. The patches after a snapshot
 * are small, and the library reads them.
 */
export class AppStateSnapshots {
  constructor(private readonly deps: AppStateSnapshotsDeps) {}

  /** Resolves when the gateway has recorded the available snapshots and their versions are durable. */
  async sync(names: Names): Promise<void> {
    const { authState } = this.deps.sock()
    // The library synchronises under the same key.
    await authState.keys.transaction(async () => {
      const known = await authState.keys.get('app-state-sync-version', [...names])
      const unknown = names.filter((name) => !known[name]?.version)
      if (unknown.length === 0) return
      for (const [name, snapshot] of await this.query(unknown)) await this.syncOne(name, snapshot)
    }, authState.creds.me?.id ?? 'resync-app-state')
  }

  private async query(names: Names): Promise<[string, Uint8Array][]> {
    const { baileys, sock } = this.deps
    const collections = names.map((name) => ({
      tag: 'collection',
      attrs: { name, version: '0', return_snapshot: 'true' },
    }))
    const answer: BinaryNode = await sock().query({
      tag: 'iq',
      attrs: { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' },
      content: [{ tag: 'sync', attrs: {}, content: collections }],
    })
    const sync = baileys.getBinaryNodeChild(answer, 'sync')
    return baileys.getBinaryNodeChildren(sync, 'collection').flatMap((collection) => {
      const content = baileys.getBinaryNodeChild(collection, 'snapshot')?.content
      return content instanceof Uint8Array
        ? [[collection.attrs.name ?? '', content] as [string, Uint8Array]]
        : []
    })
  }

  private async syncOne(name: string, snapshot: Uint8Array): Promise<void> {
    const { baileys, failed, saveSalt, inTurn } = this.deps
    const { authState } = this.deps.sock()
    try {
      const state = await readSnapshot(
        {
          baileys,
          inTurn,
          findKey: async (id) => (await authState.keys.get('app-state-sync-key', [id]))[id],
          handle: (mutations) => this.emit(mutations),
          salt: saveSalt,
        },
        await this.fetch(snapshot),
      )
      await authState.keys.set({ 'app-state-sync-version': { [name]: state } })
    } catch (error) {
      failed(error)
    }
  }

  private async fetch(snapshot: Uint8Array): Promise<Buffer> {
    const { baileys, hosts } = this.deps
    const { mediaKey, directPath, fileSha256, fileEncSha256 } =
      baileys.proto.ExternalBlobReference.decode(snapshot)
    const file = await download(baileys, hosts, {
      type: 'md-app-state',
      directPath: directPath ?? '',
      mediaKey: toBase64(mediaKey),
      fileSha256: toBase64(fileSha256),
      fileEncSha256: toBase64(fileEncSha256),
    })
    return buffer(file)
  }

  /* Buffered, so that one piece of the address book is one event. */
  private async emit(mutations: readonly Mutation[]): Promise<void> {
    const { baileys, sock } = this.deps
    const { ev, authState } = sock()
    const { me, accountSettings } = authState.creds
    if (!me) return
    await ev.createBufferedFunction(() => {
      for (const mutation of mutations) baileys.processSyncAction(mutation, ev, me, { accountSettings })
      return Promise.resolve()
    })()
  }
}
