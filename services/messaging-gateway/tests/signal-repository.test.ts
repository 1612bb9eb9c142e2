import * as baileys from '@whiskeysockets/baileys'
import { companyId, connectionId } from '@balcao/contracts'

import { baileysLogger } from '../src/adapters/whatsapp/baileys/baileys-logger'
import { Envelopes, type JournalEntry } from '../src/adapters/whatsapp/baileys/journal-entry'
import { SignalKeys, type UnitKeys } from '../src/adapters/whatsapp/baileys/signal-keys'
import { createJournaledRepository } from '../src/adapters/whatsapp/baileys/signal-repository'
import type { SignalVault, VaultWrite } from '../src/features/signal-vault'
import { MemorySignalVaults } from './memory-signal-vault'

/*
 * The real Signal protocol on both sides, without a network. A process's memory is discarded at each "crash": the next process
 * has only the vault.
 */

const US = '5511940000001@s.whatsapp.net'
const THEM = '5511999990001@s.whatsapp.net'
const GROUP = '120363000000000001@g.us'
const ref = { companyId: 1, connectionId: 1 }
const logger = baileysLogger(ref, () => undefined)
const makeRepository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository

const encodePlaintext = (text: string) =>
  Buffer.concat([baileys.proto.Message.encode({ conversation: text }).finish(), Buffer.from([1])])
const readText = (padded: Uint8Array) =>
  baileys.proto.Message.decode(padded.subarray(0, padded.length - 1)).conversation

/** A party of the protocol whose process can end at any moment. */
function party(jid: string) {
  const lease = {
    name: 'session:1',
    epoch: 1,
    signal: new AbortController().signal,
    isSuspended: false,
    release: () => Promise.resolve(),
  }
  const vaults = new MemorySignalVaults()
  const creds = { ...baileys.initAuthCreds(), me: { id: jid } }
  const stored = vaults.open(companyId(1), connectionId(1), lease)
  const process = (crash: (write: VaultWrite) => 'before' | 'after' | undefined = () => undefined) => {
    let isDead = false
    const died = () => Promise.reject(new Error('the process is gone'))
    const vault: SignalVault = {
      findCredentials: () => stored.findCredentials(),
      findKeys: (type, ids) => (isDead ? died() : stored.findKeys(type, ids)),
      listIds: (type) => stored.listIds(type),
      findJournal: (hash) => (isDead ? died() : stored.findJournal(hash)),
      listOpenJournal: (limit) => stored.listOpenJournal(limit),
      closeJournal: (hashes) => stored.closeJournal(hashes),
      write: async (write) => {
        if (isDead) return died()
        const when = crash(write)
        if (when === 'before') isDead = true
        if (isDead) return died()
        await stored.write(write)
        if (when === 'after') isDead = true
        if (isDead) return died()
      },
    }
    const failures: unknown[] = []
    const decrypted: JournalEntry[] = []
    const undecryptable: string[] = []
    const keys = new SignalKeys(baileys, vault, (error) => failures.push(error))
    const outer = makeRepository({ creds, keys }, logger)
    const createRepository = (unit: UnitKeys) => makeRepository({ creds, keys: unit }, logger)
    const envelopes = new Envelopes()
    const repository = createJournaledRepository({ baileys, createRepository, keys, vault }, outer, {
      envelopes,
      waitForLease: () => Promise.resolve(),
      decrypted: (entry) => decrypted.push(entry),
      redelivered: () => undefined,
      undecryptable: (_envelope, type) => Promise.resolve(void undecryptable.push(type)),
      failed: (error) => failures.push(error),
    })
    return { repository, keys, vault, failures, decrypted, undecryptable, envelopes }
  }
  return { creds, stored, process }
}

type Process = ReturnType<ReturnType<typeof party>['process']>

/** The contact has a session with us, as after it fetched our keys from the server. */
async function introduce(us: ReturnType<typeof party>, process: Process, them: Process) {
  const preKey = baileys.Curve.generateKeyPair()
  await process.keys.set({ 'pre-key': { 1: preKey } })
  const { registrationId, signedIdentityKey, signedPreKey } = us.creds
  await them.repository.injectE2ESession({
    jid: US,
    session: {
      registrationId,
      identityKey: baileys.generateSignalPubKey(signedIdentityKey.public),
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: baileys.generateSignalPubKey(signedPreKey.keyPair.public),
        signature: signedPreKey.signature,
      },
      preKey: { keyId: 1, publicKey: baileys.generateSignalPubKey(preKey.public) },
    },
  })
}

describe('the ratchet', () => {
  let us: ReturnType<typeof party>
  let them: Process

  const write = (text: string) => them.repository.encryptMessage({ jid: US, data: encodePlaintext(text) })
  const read = (process: Process, { type, ciphertext }: { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }) =>
    process.repository.decryptMessage({ jid: THEM, type, ciphertext })

  beforeEach(async () => {
    us = party(US)
    them = party(THEM).process()
    await introduce(us, us.process(), them)
  })

  it('commits in one write with what it decrypted', async () => {
    const writes: VaultWrite[] = []
    const process = us.process((write) => {
      writes.push(write)
      return undefined
    })
    await read(process, await write('oi'))
    const journaled = writes.filter(({ journal }) => (journal?.length ?? 0) > 0)
    expect(journaled).toHaveLength(1)
    expect(journaled[0]?.keys?.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['session', 'pre-key', 'identity-key']),
    )
    expect(
      process.decrypted.map(({ plaintext }) => baileys.proto.Message.decode(plaintext).conversation),
    ).toEqual(['oi'])
  })

  it.each(['before', 'after'] as const)(
    'survives a process that ends %s the commit of each message, and answers redeliveries',
    async (when) => {
      for (let n = 0; n < 12; n++) {
        const ciphertext = await write(`m${n}`)
        const dying = us.process(() => when)
        await expect(read(dying, ciphertext)).rejects.toThrow('the process is gone')
        expect(dying.failures).not.toEqual([])
        const next = us.process()
        expect(readText(await read(next, ciphertext))).toBe(`m${n}`)
        expect(readText(await read(next, ciphertext))).toBe(`m${n}`)
        expect(next.failures).toEqual([])
        // Our messages are still readable.
        const answer = await next.repository.encryptMessage({ jid: THEM, data: encodePlaintext(`r${n}`) })
        expect(readText(await them.repository.decryptMessage({ jid: US, ...answer }))).toBe(`r${n}`)
      }
      const open = await us.stored.listOpenJournal(100)
      expect(open).toHaveLength(12)
    },
  )

  it('is durable before a ciphertext is handed back: the process may end right after', async () => {
    await read(us.process(), await write('oi'))
    const sent = []
    for (let n = 0; n < 12; n++) {
      const dying = us.process(() => (n % 2 === 0 ? undefined : 'before'))
      const work = dying.repository.encryptMessage({ jid: THEM, data: encodePlaintext(`m${n}`) })
      if (n % 2 === 0) sent.push({ n, ciphertext: await work })
      else await expect(work).rejects.toThrow('the process is gone')
    }
    for (const { n, ciphertext } of sent)
      expect(readText(await them.repository.decryptMessage({ jid: US, ...ciphertext }))).toBe(`m${n}`)
  })

  it('is advanced by one thing at a time, whatever comes and goes at once', async () => {
    const process = us.process()
    await read(process, await write('first'))
    const incoming = []
    for (let n = 0; n < 30; n++) incoming.push(await write(`in${n}`))
    const [outgoing, heard] = await Promise.all([
      Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          process.repository.encryptMessage({ jid: THEM, data: encodePlaintext(`out${n}`) }),
        ),
      ),
      Promise.all(incoming.map((ciphertext) => read(process, ciphertext))),
    ])
    expect(heard.map(readText)).toEqual(Array.from({ length: 30 }, (_, n) => `in${n}`))
    const understood = []
    for (const ciphertext of outgoing)
      understood.push(readText(await them.repository.decryptMessage({ jid: US, ...ciphertext })))
    expect(understood).toEqual(Array.from({ length: 30 }, (_, n) => `out${n}`))
    expect(process.failures).toEqual([])
  })

  it('does not wait for another session that hears the same contact', async () => {
    const others = Array.from({ length: 4 }, () => party(US))
    const process = us.process()
    await read(process, await write('first'))
    const heard = others.map((other) => {
      const stranger = party(THEM).process()
      const own = other.process()
      return { other, stranger, own }
    })
    await Promise.all(heard.map(({ other, stranger, own }) => introduce(other, own, stranger)))
    const rounds = Array.from({ length: 20 }, (_, n) =>
      Promise.all(
        heard.map(async ({ stranger, own }) => {
          const ciphertext = await stranger.repository.encryptMessage({
            jid: US,
            data: encodePlaintext(`m${n}`),
          })
          return readText(await read(own, ciphertext))
        }),
      ),
    )
    const texts = await Promise.all(rounds)
    expect(texts.flat().sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => Array.from({ length: 4 }, () => `m${n}`))
        .flat()
        .sort(),
    )
  })

  it('encrypts for many devices in one write', async () => {
    await read(us.process(), await write('oi'))
    let writes = 0
    const process = us.process(() => {
      writes += 1
      return undefined
    })
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        process.repository.encryptMessage({ jid: THEM, data: encodePlaintext(`${n}`) }),
      ),
    )
    expect(writes).toBe(1)
  })

  it('sends to the devices that have a session when one has none', async () => {
    await read(us.process(), await write('oi'))
    const process = us.process()
    const [stranger, friend] = await Promise.allSettled([
      process.repository.encryptMessage({ jid: '5511888880000@s.whatsapp.net', data: encodePlaintext('x') }),
      process.repository.encryptMessage({ jid: THEM, data: encodePlaintext('y') }),
    ])
    expect([stranger.status, friend.status]).toEqual(['rejected', 'fulfilled'])
  })

  it('is not moved by a tampered message, which is asked for again', async () => {
    const process = us.process()
    await read(process, await write('oi'))
    const answer = await process.repository.encryptMessage({ jid: THEM, data: encodePlaintext('sim') })
    await them.repository.decryptMessage({ jid: US, ...answer })
    const genuine = await write('real')
    const tampered = Buffer.from(genuine.ciphertext)
    tampered[tampered.length - 3] = (tampered.at(-3) ?? 0) ^ 1
    await expect(read(process, { ...genuine, ciphertext: tampered })).rejects.toThrow()
    expect(process.undecryptable).toEqual([genuine.type])
    expect(readText(await read(process, genuine))).toBe('real')
  })

  it('takes a group’s key together with the message that brought it', async () => {
    const theirGroup = await them.repository.encryptGroupMessage({
      group: GROUP,
      meId: THEM,
      data: encodePlaintext('all'),
    })
    const item = {
      groupId: GROUP,
      axolotlSenderKeyDistributionMessage: theirGroup.senderKeyDistributionMessage,
    }
    const brings = Buffer.concat([
      baileys.proto.Message.encode({ senderKeyDistributionMessage: item }).finish(),
      Buffer.from([1]),
    ])
    const ciphertext = await them.repository.encryptMessage({ jid: US, data: brings })
    const dying = us.process((write) => ((write.journal?.length ?? 0) > 0 ? 'after' : undefined))
    dying.envelopes.remember({
      tag: 'message',
      attrs: { id: 'A', from: GROUP, participant: THEM },
      content: [{ tag: 'enc', attrs: {}, content: ciphertext.ciphertext }],
    })
    await expect(read(dying, ciphertext)).rejects.toThrow('the process is gone')
    const next = us.process()
    const heard = await next.repository.decryptGroupMessage({
      group: GROUP,
      authorJid: THEM,
      msg: theirGroup.ciphertext,
    })
    expect(readText(heard)).toBe('all')
  })
})
