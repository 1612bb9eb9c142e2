import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import { decodeEntry, encodeEntry, hashCiphertext, type Envelopes, type JournalEntry } from './journal-entry'
import type { BaileysModule } from './load-baileys'
import type { SignalKeys, UnitKeys } from './signal-keys'
import { verifySignature } from './xeddsa'

export interface JournalHooks {
  envelopes: Envelopes
  /** Waits while the lease is suspended; throws once it is lost. */
  waitForLease(): Promise<void>
  /** The message is durable together with its advanced ratchet: the receipt may be sent. */
  decrypted(entry: JournalEntry): void
  /** The same ciphertext was delivered again. */
  redelivered(): void
  /** The library could not decrypt the message. After this resolves, durably, the library sends a retry receipt. */
  undecryptable(envelope: Record<string, string>, type: string): Promise<void>
  /** Our store failed: the socket must end before the library refuses the message with an error. */
  failed(error: unknown): void
}

interface Ciphertext {
  /** The sender, as a part of the hash. */
  sender: string
  type: string
  bytes: Uint8Array
}

type Repository = SignalRepositoryWithLIDStore
type Encrypt = Parameters<Repository['encryptMessage']>[0]
type Encrypted = Awaited<ReturnType<Repository['encryptMessage']>>

/** The message itself is at fault, not our store. */
class Undecryptable extends Error {
  constructor(override readonly cause: unknown) {
    super('undecryptable')
  }
}

/** Creates the library's repository over the keys of one unit of work. */
type CreateRepository = (keys: UnitKeys) => Repository

interface JournalDeps {
  baileys: BaileysModule
  createRepository: CreateRepository
  keys: SignalKeys
  vault: Pick<SignalVault, 'findJournal'>
}

/**
 * The library's Signal repository with two more guarantees. Inbound: plaintext and ratchet commit together, before
 * the library can send its receipt; a redelivery is answered from the journal. Outbound: the advanced ratchet is
 * durable before the ciphertext is returned, hence before the frame leaves.
 * @param outer over the session's keys, for all calls that advance no ratchet.
 */
export function createJournaledRepository(
  { baileys, createRepository, keys, vault }: JournalDeps,
  outer: Repository,
  hooks: JournalHooks,
): Repository {
  const within = <T>(work: (repository: Repository, unit: UnitKeys) => Promise<T>): Promise<T> =>
    keys.inUnit(async (unit) => {
      const repository = createRepository(unit)
      return work(repository, unit).finally(() => repository.close?.())
    })
  const decrypting = new Decrypting(baileys, within, vault, hooks)
  const encrypting = new Encrypting(within, hooks)
  return {
    ...outer,
    decryptMessage: (options) =>
      decrypting.decrypt(
        { sender: options.jid, type: options.type, bytes: options.ciphertext },
        async (repository, unit) => {
          const plaintext = await repository.decryptMessage(options)
          if (options.type === 'msg') await unit.dropFailedTries()
          return plaintext
        },
      ),
    decryptGroupMessage: (options) =>
      decrypting.decrypt(
        { sender: `${options.group}/${options.authorJid}`, type: 'skmsg', bytes: options.msg },
        (repository) => repository.decryptGroupMessage(options),
      ),
    // The library computes the signature of another device's keys and ignores the result.
    injectE2ESession: async (options) => {
      const { identityKey, signedPreKey } = options.session
      if (!verifySignature(identityKey, signedPreKey.publicKey, signedPreKey.signature))
        throw new Error('the keys of this device are not signed by it')
      return within((repository) => repository.injectE2ESession(options))
    },
    // The decryption of the same message has processed it already, in one transaction.
    processSenderKeyDistributionMessage: () => Promise.resolve(),
    encryptMessage: (options) => encrypting.encrypt(options),
    encryptGroupMessage: async (options) => {
      await hooks.waitForLease()
      return within((repository) => repository.encryptGroupMessage(options))
    },
    getSenderKeyDistributionMessage: (options) =>
      within((repository) => repository.getSenderKeyDistributionMessage(options)),
  }
}

type Within = <T>(work: (repository: Repository, unit: UnitKeys) => Promise<T>) => Promise<T>
type Open = (repository: Repository, unit: UnitKeys) => Promise<Uint8Array>

class Decrypting {
  constructor(
    private readonly baileys: BaileysModule,
    private readonly within: Within,
    private readonly vault: Pick<SignalVault, 'findJournal'>,
    private readonly hooks: JournalHooks,
  ) {}

  async decrypt(ciphertext: Ciphertext, open: Open): Promise<Uint8Array> {
    const { hooks } = this
    await hooks.waitForLease()
    const hash = hashCiphertext(ciphertext.sender, ciphertext.type, ciphertext.bytes)
    const envelope = hooks.envelopes.find(ciphertext.bytes) ?? {}
    try {
      return await this.decryptAndJournal(hash, envelope, open)
    } catch (error) {
      if (!(error instanceof Undecryptable)) throw error
      const known = await this.findRecorded(hash)
      const isMissed = !known && !hooks.envelopes.isHidden(ciphertext.bytes)
      if (isMissed) await hooks.undecryptable(envelope, ciphertext.type)
      if (!known) throw error.cause
      hooks.redelivered()
      return known
    }
  }

  /*
   * Called only after a failed decryption: an advanced ratchet
   * cannot decrypt a message twice, so redeliveries always fail.
   */
  private async findRecorded(hash: string): Promise<Uint8Array | undefined> {
    try {
      const row = await this.vault.findJournal(hash)
      if (!row) return undefined
      return this.pad(row.content ? decodeEntry(hash, row.content).plaintext : new Uint8Array())
    } catch (error) {
      this.hooks.failed(error)
      throw error
    }
  }

  private async decryptAndJournal(
    hash: string,
    envelope: Record<string, string>,
    open: Open,
  ): Promise<Uint8Array> {
    const entry = await this.within(async (repository, unit) => {
      const padded = await open(repository, unit).catch((error: unknown) => {
        throw new Undecryptable(error)
      })
      const plaintext = unpad(padded)
      await this.processSenderKey(repository, envelope, plaintext)
      unit.journal({ hash, content: encodeEntry({ envelope, plaintext }) })
      return { hash, envelope, plaintext }
    })
    this.hooks.decrypted(entry)
    return this.pad(entry.plaintext)
  }

  /* In the same transaction: without its sender key no later message of the group could be decrypted. */
  private async processSenderKey(
    repository: Repository,
    envelope: Record<string, string>,
    plaintext: Uint8Array,
  ): Promise<void> {
    const { senderKeyDistributionMessage: item } = decodeMessage(this.baileys, plaintext)
    const authorJid = envelope.participant ?? envelope.from
    if (!item || !authorJid) return
    await repository.processSenderKeyDistributionMessage({ authorJid, item }).catch((error: unknown) => {
      throw new Undecryptable(error)
    })
  }

  /* Appends one byte of padding, which the library removes. */
  private pad(plaintext: Uint8Array): Uint8Array {
    return Buffer.concat([plaintext, Buffer.from([1])])
  }
}

/** @throws Undecryptable for a plaintext that is not a message. */
function decodeMessage(baileys: BaileysModule, plaintext: Uint8Array) {
  try {
    const message = baileys.proto.Message.decode(plaintext)
    return message.deviceSentMessage?.message ?? message
  } catch (error) {
    throw new Undecryptable(error)
  }
}

function unpad(padded: Uint8Array): Uint8Array {
  const length = padded.at(-1) ?? 0
  if (length === 0 || length > padded.length) throw new Undecryptable(new Error('bad padding'))
  return padded.subarray(0, padded.length - length)
}

/** Encrypts a message for many devices in one unit of work: one commit, whatever the number of devices. */
class Encrypting {
  private waiting: { options: Encrypt; done: (work: Promise<Encrypted>) => void }[] = []

  constructor(
    private readonly within: Within,
    private readonly hooks: JournalHooks,
  ) {}

  async encrypt(options: Encrypt): Promise<Encrypted> {
    await this.hooks.waitForLease()
    const work = new Promise<Encrypted>((resolve) => {
      this.waiting.push({ options, done: resolve })
    })
    if (this.waiting.length === 1) setImmediate(() => void this.flush())
    return work
  }

  private async flush(): Promise<void> {
    const batch = this.waiting
    this.waiting = []
    const outcomes = new Map<Encrypt, Promise<Encrypted>>()
    const committed = this.within(async (repository) => {
      for (const { options } of batch) {
        const outcome = repository.encryptMessage(options)
        outcomes.set(options, outcome)
        // A device without a session does not keep the others from getting the message.
        await outcome.catch(() => undefined)
      }
    })
    const settle = async (options: Encrypt): Promise<Encrypted> => {
      await committed
      const outcome = outcomes.get(options)
      if (!outcome) throw new Error('not encrypted')
      return outcome
    }
    for (const { options, done } of batch) done(settle(options))
    await committed.catch(() => undefined)
  }
}
