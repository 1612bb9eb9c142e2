import { createHash, randomInt } from 'node:crypto'

import {
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateSignalPubKey,
  proto,
  unpadRandomMax16,
  encodeWAMessage,
  type AuthenticationCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys'

import { withoutFailedTries } from '../../src/adapters/whatsapp/baileys/session-tries'
import type { KeyBundle, LinkedDevice, PublicKey } from './linked-device'
import { silentLogger } from './silent-logger'
import { messageCounter } from './signal-counters'
import { TaskChain } from './task-chain'
import { makeSigningKey } from './xeddsa'

export interface Encrypted {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

/** The result of a decryption. `repeated`: the same bytes were decrypted before. */
export type Decrypted =
  { message: proto.Message } | { repeated: proto.Message } | { error: string; reusedCounter: boolean }

/** End-to-end encryption of one phone: an identity, and sessions with linked devices by LID. */
export class SignalPhone {
  readonly identity = makeSigningKey()
  /** Encryption and decryption advance one ratchet, so they run one after the other. */
  readonly work = new TaskChain()
  private readonly keys: SignalKeyStoreWithTransaction
  private readonly repository: SignalRepositoryWithLIDStore
  private readonly seen = new Map<string, proto.Message | undefined>()
  private readonly counters = new Map<string, string>()
  private nextPreKeyId = 1
  /** The only credentials that the protocol code reads. */
  private readonly creds: Pick<AuthenticationCreds, 'signedIdentityKey' | 'signedPreKey' | 'registrationId'>

  constructor() {
    const signedPreKey = Curve.generateKeyPair()
    this.creds = {
      signedIdentityKey: this.identity,
      signedPreKey: {
        keyId: 1,
        keyPair: signedPreKey,
        signature: this.identity.sign(generateSignalPubKey(signedPreKey.public)),
      },
      registrationId: randomInt(1, 16_380),
    }
    this.keys = memoryKeys()
    this.repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: this.creds as AuthenticationCreds, keys: this.keys },
      silentLogger,
    )
  }

  get bundle(): KeyBundle {
    const { registrationId, signedIdentityKey, signedPreKey } = this.creds
    return {
      registrationId,
      identityKey: Buffer.from(signedIdentityKey.public),
      signedPreKey: {
        id: signedPreKey.keyId,
        key: Buffer.from(signedPreKey.keyPair.public),
        signature: Buffer.from(signedPreKey.signature),
      },
    }
  }

  /** A new one-time pre-key. */
  async makePreKey(): Promise<PublicKey> {
    const id = this.nextPreKeyId++
    const pair = Curve.generateKeyPair()
    await this.keys.set({ 'pre-key': { [id]: pair } })
    return { id, key: Buffer.from(pair.public) }
  }

  async encrypt(device: LinkedDevice, message: proto.IMessage): Promise<Encrypted> {
    if (!(await this.repository.validateSession(device.lidJid)).exists)
      await this.startSession(device, device.bundle, device.takePreKey())
    return this.repository.encryptMessage({ jid: device.lidJid, data: encodeWAMessage(message) })
  }

  async startSession(device: LinkedDevice, bundle: KeyBundle, preKey: PublicKey | undefined): Promise<void> {
    const { registrationId, identityKey, signedPreKey } = bundle
    await this.repository.injectE2ESession({
      jid: device.lidJid,
      session: {
        registrationId,
        identityKey: generateSignalPubKey(identityKey),
        signedPreKey: {
          keyId: signedPreKey.id,
          publicKey: generateSignalPubKey(signedPreKey.key),
          signature: signedPreKey.signature,
        },
        ...(preKey && { preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.key) } }),
      },
    })
  }

  async forgetSession(device: LinkedDevice): Promise<void> {
    await this.repository.deleteSession([device.lidJid])
  }

  decrypt(device: LinkedDevice, type: 'pkmsg' | 'msg', ciphertext: Uint8Array): Promise<Decrypted> {
    return this.open(device, type, ciphertext, async () => {
      const address = this.repository.jidToSignalProtocolAddress(device.lidJid)
      const { [address]: before } = await this.keys.get('session', [address])
      const plaintext = await this.repository.decryptMessage({
        jid: device.lidJid,
        type,
        ciphertext: Buffer.from(ciphertext),
      })
      const { [address]: after } = await this.keys.get('session', [address])
      // Real phones try a message on copies of their sessions.
      if (type === 'msg' && before && after)
        await this.keys.set({ session: { [address]: withoutFailedTries(before, after) } })
      return plaintext
    })
  }

  decryptGroup(device: LinkedDevice, group: string, ciphertext: Uint8Array): Promise<Decrypted> {
    return this.open(device, 'skmsg', ciphertext, () =>
      this.repository.decryptGroupMessage({
        group,
        authorJid: device.lidJid,
        msg: Buffer.from(ciphertext),
      }),
    )
  }

  async learnSenderKey(
    device: LinkedDevice,
    item: proto.Message.ISenderKeyDistributionMessage,
  ): Promise<void> {
    await this.repository.processSenderKeyDistributionMessage({ authorJid: device.lidJid, item })
  }

  /** A group message with this phone's own sender key, and the key itself for devices that lack it. */
  encryptGroup(group: string, ownJid: string, message: proto.IMessage) {
    return this.repository.encryptGroupMessage({ group, meId: ownJid, data: encodeWAMessage(message) })
  }

  close(): void {
    this.repository.close?.()
  }

  private async open(
    device: LinkedDevice,
    type: 'pkmsg' | 'msg' | 'skmsg',
    ciphertext: Uint8Array,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Decrypted> {
    const hash = createHash('sha256').update(device.lidJid).update(ciphertext).digest('hex')
    const known = this.seen.get(hash)
    if (known) return { repeated: known }
    const counter = `${device.lidJid} ${messageCounter(type, ciphertext)}`
    const isReused = (this.counters.get(counter) ?? hash) !== hash
    this.counters.set(counter, hash)
    try {
      const message = proto.Message.decode(unpadRandomMax16(await decrypt()))
      this.seen.set(hash, message)
      return { message }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error), reusedCounter: isReused }
    }
  }
}

/**
 * Work runs one at a time and never crashes here, so no transactions are needed. The library's own add a cost to
 * every promise of the process per store, which is noticeable with many phones.
 */
function memoryKeys(): SignalKeyStoreWithTransaction {
  const values = new Map<string, unknown>()
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids)
        if (values.has(`${type}/${id}`)) found[id] = values.get(`${type}/${id}`) as SignalDataTypeMap[T]
      return found
    },
    set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries(entries ?? {}))
          if (value == null) values.delete(`${type}/${id}`)
          else values.set(`${type}/${id}`, value)
    },
    isInTransaction: () => false,
    transaction: (work) => work(),
  }
}
