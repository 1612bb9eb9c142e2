import { randomBytes } from 'node:crypto'

import { encodeSyncdPatch, newLTHashState, proto, type BinaryNode } from '@whiskeysockets/baileys'

import type { MediaHost } from './media-host'
import { encodeSnapshot, snapshotReference } from './app-state-snapshot'
import { readBytes, findChild, listChildren, stanza } from './stanza'

type State = ReturnType<typeof newLTHashState>

interface Key {
  /** In base64. */
  id: string
  data: Buffer
}

interface Collection {
  state: State
  /** The first patch makes version 1. */
  patches: Uint8Array[]
  /** Sent to clients without a stored version, in place of the patches that it contains. */
  snapshot?: Buffer
}

export const COLLECTIONS = [
  'critical_block',
  'critical_unblock_low',
  'regular_high',
  'regular_low',
  'regular',
] as const
export type CollectionName = (typeof COLLECTIONS)[number]

/** One entry of the account's settings. */
export interface Setting {
  collection: CollectionName
  index: string[]
  value: proto.ISyncActionValue
}

const makeKey = (): Key => ({ id: randomBytes(6).toString('base64'), data: randomBytes(32) })

/**
 * The account's settings (app state) as server and phone store them: numbered patches per
 * collection, encrypted with keys that the phone sends to its companions, or does not send
 * (whatsmeow appstate/decode.go, message.go handleAppStateSyncKeyShare, 2026-08-21).
 */
export class AppStateBook {
  private key = makeKey()
  private readonly keys = new Map([[this.key.id, this.key]])
  private readonly collections = new Map<string, Collection>()

  /** Further patches are encrypted with a new key that no companion has received. */
  changeKey(): void {
    this.key = makeKey()
    this.keys.set(this.key.id, this.key)
  }

  /** Resolves when the server has the next patch. */
  async write({ collection: name, index, value }: Setting): Promise<void> {
    const collection = this.collection(name)
    const { key } = this
    const data = proto.Message.AppStateSyncKeyData.fromObject({ keyData: key.data })
    const { patch, state } = await encodeSyncdPatch(
      {
        type: name,
        index,
        syncAction: value,
        apiVersion: 2,
        operation: proto.SyncdMutation.SyncdOperation.SET,
      },
      key.id,
      collection.state,
      () => Promise.resolve(data),
    )
    collection.state = state
    collection.patches.push(proto.SyncdPatch.encode(patch).finish())
  }

  /** The server replaces a collection's patches by a snapshot file. */
  compact(name: CollectionName, host: MediaHost): void {
    const collection = this.collection(name)
    const patches = collection.patches.map((bytes) => proto.SyncdPatch.decode(bytes))
    const records = new Map<string, proto.ISyncdRecord>()
    for (const { record } of patches.flatMap(({ mutations }) => mutations))
      if (record) records.set(Buffer.from(record.index?.blob ?? []).toString('base64'), record)
    const last = patches.at(-1)
    const keyId = Buffer.from(last?.keyId?.id ?? []).toString('base64')
    // A patch has the MAC of the snapshot that it leads to (whatsmeow appstate/decode.go, validateSnapshotMAC, 2025-12-17).
    const mac = last?.snapshotMac ?? undefined
    const snapshot = encodeSnapshot(patches.length, keyId, [...records.values()], mac)
    collection.snapshot = snapshotReference(host, snapshot)
  }

  findVersion(name: CollectionName): number {
    return this.collections.get(name)?.patches.length ?? 0
  }

  /** The phone's message with keys: those with these ids, or the newest. */
  keyShare(ids: readonly string[] = [this.key.id]): proto.IMessage {
    const keys = ids.flatMap((id) => this.keys.get(id) ?? [])
    return {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: {
          keys: keys.map(({ id, data }) => ({
            keyId: { keyId: Buffer.from(id, 'base64') },
            keyData: {
              keyData: data,
              fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
              timestamp: Date.now(),
            },
          })),
        },
      },
    }
  }

  /**
   * The server's answer: the patches of each collection after the client's version. A patch on an old version is a
   * conflict (409, whatsmeow appstate.go sendAppState). Undefined when there is no such collection.
   */
  answer(query: BinaryNode): BinaryNode[] | undefined {
    const asked = listChildren(findChild(query, 'sync'))
    if (asked.some(({ attrs }) => !COLLECTIONS.some((name) => name === attrs['name']))) return undefined
    return [
      stanza(
        'sync',
        {},
        asked.map((node) => this.collectionAnswer(node)),
      ),
    ]
  }

  private collectionAnswer(node: BinaryNode): BinaryNode {
    const { name = '', version = '0' } = node.attrs
    const collection = this.collection(name)
    const patch = findChild(node, 'patch')
    if (patch && Number(version) !== collection.patches.length)
      return stanza('collection', { name, type: 'error' }, [
        stanza('error', { code: '409', text: 'conflict' }),
      ])
    if (patch) this.take(collection, readBytes(patch))
    const snapshot = node.attrs['return_snapshot'] === 'true' ? collection.snapshot : undefined
    const missed = patch || snapshot ? [] : collection.patches.slice(Number(version))
    return stanza('collection', { name, version, type: 'result' }, [
      ...(snapshot ? [stanza('snapshot', {}, snapshot)] : []),
      stanza(
        'patches',
        {},
        // Each patch has its version: a client that misses more than one counts from it.
        missed.map((bytes, index) => stanza('patch', {}, numbered(bytes, Number(version) + index + 1))),
      ),
    ])
  }

  /* The hash of companions' patches is not updated: it is not checked here. */
  private take(collection: Collection, bytes: Uint8Array): void {
    collection.patches.push(bytes)
    collection.state = { ...collection.state, version: collection.patches.length }
  }

  private collection(name: string): Collection {
    const found = this.collections.get(name) ?? { state: newLTHashState(), patches: [] }
    this.collections.set(name, found)
    return found
  }
}

const numbered = (bytes: Uint8Array, version: number): Buffer => {
  const patch = proto.SyncdPatch.decode(bytes)
  return Buffer.from(proto.SyncdPatch.encode({ ...patch, version: { version } }).finish())
}
