import type { proto, SignalDataTypeMap } from '@whiskeysockets/baileys'

import type { BaileysModule } from './load-baileys'
import { readFields, findPayload } from './protobuf-fields'
import type { InTurn } from './reading-turns'

type State = SignalDataTypeMap['app-state-sync-version']
type KeyData = SignalDataTypeMap['app-state-sync-key']

/** One decrypted entry of the account's settings. */
export type Mutation = Parameters<BaileysModule['processSyncAction']>[0]

export interface SnapshotDeps {
  baileys: BaileysModule
  findKey(keyId: string): Promise<KeyData | undefined>
  inTurn: InTurn
  /** Processes the entries of one piece; the next piece waits for it. */
  handle(mutations: readonly Mutation[]): Promise<void>
  /** The salt of client tokens (`client-tokens.ts`). */
  salt(salt: Uint8Array): Promise<void>
}

/* SyncdSnapshot of WAProto.proto, @whiskeysockets/baileys 7.0.0-rc14. */
const VERSION = 1
const RECORDS = 2
/** Entries decrypted in one turn: about four milliseconds. */
const PIECE_LENGTH = 50

/*
 * Field 80 of SyncActionValue, which the library's protobuf lacks
 * (whatsmeow waSyncAction.proto and appstate.go, 2026-08-21).
 */
const SALT_INDEX = 'nct_salt_sync'
const SALT_ACTION = 80
const MAC_BYTES = 32

/**
 * Reads a snapshot of the account's settings a few entries at a time. The library
 * decodes it as a whole, which blocks every session of the process: 1.3 to 2.2 s for
 * an address book of 20,000; here 44 to 79 ms (`decodeSyncdSnapshot`, 7.0.0-rc14).
 * @returns the state that later patches build on
 * @throws for bytes that are not a snapshot, and when a key is missing (`data.isMissingKey`)
 */
export async function readSnapshot(deps: SnapshotDeps, bytes: Buffer): Promise<State> {
  const state = deps.baileys.newLTHashState()
  let piece: Buffer[] = []
  const decryptNext = () =>
    deps.inTurn(async () => {
      const { hash, indexValueMap } = await decryptPiece(deps, piece, state.hash)
      state.hash = hash
      Object.assign(state.indexValueMap, indexValueMap)
      piece = []
    })
  for (const { number, payload } of readFields(bytes)) {
    if (number === VERSION)
      state.version = Number(deps.baileys.proto.SyncdVersion.decode(payload).version ?? 0)
    if (number === RECORDS) piece.push(payload)
    if (piece.length === PIECE_LENGTH) await decryptNext()
  }
  if (piece.length > 0) await decryptNext()
  return state
}

/* An index occurs once in a snapshot, so each piece adds to the hash and removes nothing. */
async function decryptPiece(
  { baileys, findKey, handle, salt }: SnapshotDeps,
  piece: readonly Buffer[],
  hash: Buffer,
): Promise<Pick<State, 'hash' | 'indexValueMap'>> {
  const records = piece.map((bytes) => baileys.proto.SyncdRecord.decode(bytes))
  const mutations: Mutation[] = []
  const state = await baileys.decodeSyncdMutations(
    records,
    { version: 0, hash, indexValueMap: {} },
    findKey,
    (mutation) => mutations.push(mutation),
    baileys.DEFAULT_CONNECTION_CONFIG.appStateMacVerification.snapshot,
  )
  if (mutations.some(({ index }) => index[0] === SALT_INDEX))
    for (const record of records) await salt((await readSalt(baileys, record, findKey)) ?? new Uint8Array())
  await handle(mutations)
  return state
}

/** The salt in a record; undefined for any other record. */
async function readSalt(
  baileys: BaileysModule,
  { keyId, value }: proto.ISyncdRecord,
  findKey: SnapshotDeps['findKey'],
): Promise<Buffer | undefined> {
  const key = await findKey(Buffer.from(keyId?.id ?? []).toString('base64'))
  const blob = Buffer.from(value?.blob ?? [])
  if (!key?.keyData) return undefined
  // The second of five keys: whatsmeow appstate/keys.go, expandAppStateKeys.
  const valueKey = baileys.hkdf(key.keyData, 160, { info: 'WhatsApp Mutation Keys' }).subarray(32, 64)
  const data = baileys.aesDecrypt(blob.subarray(0, -MAC_BYTES), Buffer.from(valueKey))
  const index = findPayload(data, 1)?.toString()
  const action =
    index === JSON.stringify([SALT_INDEX])
      ? findPayload(findPayload(data, 2) ?? data, SALT_ACTION)
      : undefined
  return action && findPayload(action, 1)
}
