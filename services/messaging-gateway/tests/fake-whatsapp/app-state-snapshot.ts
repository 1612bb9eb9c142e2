import { encodeSyncdPatch, newLTHashState, proto } from '@whiskeysockets/baileys'

import { sealFile } from './media-content'
import type { MediaHost } from './media-host'

/** The key that encrypts an entry. */
export interface Sealing {
  keyId: string
  keyData: Uint8Array
}

/** One encrypted entry of the settings. */
export async function sealRecord(
  { keyId, keyData }: Sealing,
  index: string[],
  value: proto.ISyncActionValue,
): Promise<proto.ISyncdRecord> {
  const data = proto.Message.AppStateSyncKeyData.fromObject({ keyData })
  const { patch } = await encodeSyncdPatch(
    {
      type: 'regular',
      index,
      syncAction: value,
      apiVersion: 2,
      operation: proto.SyncdMutation.SyncdOperation.SET,
    },
    keyId,
    newLTHashState(),
    () => Promise.resolve(data),
  )
  return patch.mutations?.[0]?.record ?? {}
}

/** The snapshot file for clients without a stored version of a collection. */
export const encodeSnapshot = (
  version: number,
  keyId: string,
  records: readonly proto.ISyncdRecord[],
  mac: Uint8Array = Buffer.alloc(32),
): Buffer =>
  Buffer.from(
    proto.SyncdSnapshot.encode({
      version: { version },
      records: [...records],
      mac,
      keyId: { id: Buffer.from(keyId, 'base64') },
    }).finish(),
  )

/** The reference to it (whatsmeow appstate/decode.go, ParsePatchList: an ExternalBlobReference, 2026-08-21). */
export function snapshotReference(host: MediaHost, snapshot: Buffer): Buffer {
  const { mediaKey, sealed, fileSha256, fileEncSha256 } = sealFile(snapshot, 'md-app-state')
  const place = { directPath: host.put(sealed), mediaKey, fileSha256, fileEncSha256 }
  return Buffer.from(
    proto.ExternalBlobReference.encode({ ...place, fileSizeBytes: snapshot.length }).finish(),
  )
}
