import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

import type { SignalVault, SignalVaults } from '../src/features/signal-vault'

export const acme = companyId(1)
export const beta = companyId(2)

export interface VaultRig {
  vaults: SignalVaults
  /** Of a connection without a lease holder. */
  lease(companyId: CompanyId, connectionId: ConnectionId): Promise<Lease>
  /** Another process takes over; the old holder notices only when it writes. */
  takeOver(old: Lease): Promise<{ vaults: SignalVaults; lease: Lease }>
}

export const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
export const readText = (value: Uint8Array | undefined) => value && Buffer.from(value).toString()
export const buildHash = (index: number): string => index.toString(16).padStart(64, '0')
export const note = (index: number, text = `message ${index}`) => ({
  hash: buildHash(index),
  content: bytes(text),
})

export const texts = async (vault: SignalVault, type: string, ids: string[]) =>
  Object.fromEntries([...(await vault.findKeys(type, ids))].map(([id, value]) => [id, readText(value)]))

const openTexts = async (vault: SignalVault, limit = 100) =>
  (await vault.listOpenJournal(limit)).map(({ content }) => readText(content))

let lastConnection = 0

/** The contract of every vault, wherever its secrets are stored. */
export function signalVaultContract(name: string, makeRig: () => Promise<VaultRig>): void {
  describe(`a signal vault ${name}`, () => {
    let rig: VaultRig
    let connection: ConnectionId
    let lease: Lease
    let vault: SignalVault
    beforeAll(async () => void (rig = await makeRig()))
    beforeEach(async () => {
      connection = connectionId((lastConnection += 1))
      lease = await rig.lease(acme, connection)
      vault = rig.vaults.open(acme, connection, lease)
    })
    const reopened = () => rig.vaults.open(acme, connection, lease)

    it('is empty before the first pairing', async () => {
      expect(await vault.findCredentials()).toBeUndefined()
      expect(await vault.findKeys('session', ['a'])).toEqual(new Map())
      expect(await vault.listOpenJournal(10)).toEqual([])
      expect(await vault.findJournal(buildHash(1))).toBeUndefined()
    })

    it('lists the ids of a type, of this session alone', async () => {
      await vault.write({ keys: ['b', 'a', 'gone'].map((id) => ({ type: 'tctoken', id, value: bytes(id) })) })
      await vault.write({ keys: [{ type: 'tctoken', id: 'gone', value: null }] })
      expect(await vault.listIds('tctoken')).toEqual(['a', 'b'])
      expect(await vault.listIds('session')).toEqual([])
      for (const company of [acme, beta]) {
        const other = connectionId((lastConnection += 1))
        expect(
          await rig.vaults.open(company, other, await rig.lease(company, other)).listIds('tctoken'),
        ).toEqual([])
      }
    })

    it('gives back what was written, also when it is opened again', async () => {
      const every = Uint8Array.from({ length: 256 }, (_, index) => index)
      await vault.write({
        keys: [
          { type: 'session', id: 'a', value: every },
          { type: 'session', id: 'b', value: new Uint8Array(0) },
          { type: 'pre-key', id: 'a', value: bytes('another type') },
        ],
        journal: [note(1)],
        credentials: bytes('creds'),
      })
      for (const seen of [vault, reopened()]) {
        const sessions = await seen.findKeys('session', ['a', 'b', 'c'])
        expect([...sessions.keys()].sort()).toEqual(['a', 'b'])
        expect(Buffer.from(every).equals(sessions.get('a') ?? Buffer.alloc(0))).toBe(true)
        expect(sessions.get('b')).toHaveLength(0)
        expect(await texts(seen, 'pre-key', ['a'])).toEqual({ a: 'another type' })
        expect(readText(await seen.findCredentials())).toBe('creds')
        expect(readText((await seen.findJournal(buildHash(1)))?.content)).toBe('message 1')
      }
    })

    it('keeps the last value of a key', async () => {
      await vault.findKeys('session', ['a'])
      await vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('one') }] })
      await vault.write({
        keys: [
          { type: 'session', id: 'a', value: bytes('two') },
          { type: 'session', id: 'a', value: bytes('three') },
        ],
      })
      await vault.write({ credentials: bytes('old') })
      await vault.write({ credentials: bytes('new') })
      for (const seen of [vault, reopened()]) {
        expect(await texts(seen, 'session', ['a'])).toEqual({ a: 'three' })
        expect(readText(await seen.findCredentials())).toBe('new')
      }
    })

    it('keeps the order of writes that were not waited for', async () => {
      const writes = Array.from({ length: 20 }, (_, index) =>
        vault.write({ keys: [{ type: 'session', id: 'a', value: bytes(`v${index}`) }] }),
      )
      await Promise.all(writes)
      expect(await texts(vault, 'session', ['a'])).toEqual({ a: 'v19' })
      expect(await texts(reopened(), 'session', ['a'])).toEqual({ a: 'v19' })
    })

    it('deletes', async () => {
      await vault.write({ keys: ['a', 'b'].map((id) => ({ type: 'session', id, value: bytes(id) })) })
      await vault.write({
        keys: [
          { type: 'session', id: 'a', value: null },
          { type: 'session', id: 'never', value: null },
        ],
      })
      expect(await texts(vault, 'session', ['a', 'b'])).toEqual({ b: 'b' })
      expect(await texts(reopened(), 'session', ['a', 'b'])).toEqual({ b: 'b' })
    })

    it('is not changed by what a caller does to its own arrays', async () => {
      const value = bytes('mine')
      await vault.write({ keys: [{ type: 'session', id: 'a', value }] })
      value.fill(0)
      ;(await vault.findKeys('session', ['a'])).get('a')?.fill(0)
      expect(await texts(vault, 'session', ['a'])).toEqual({ a: 'mine' })
    })

    it('takes a first pairing at once', async () => {
      const ids = Array.from({ length: 812 }, (_, index) => String(index + 1))
      await vault.write({
        keys: ids.map((id) => ({ type: 'pre-key', id, value: bytes(`pre-key ${id}`) })),
        credentials: bytes('creds'),
      })
      const found = await texts(reopened(), 'pre-key', ids)
      expect(Object.keys(found)).toHaveLength(812)
      expect(found['812']).toBe('pre-key 812')
    })

    it('lists open messages in the order they were decrypted, oldest first', async () => {
      await vault.write({ journal: [note(9), note(3)] })
      await vault.write({ journal: [note(5)] })
      expect(await openTexts(vault)).toEqual(['message 9', 'message 3', 'message 5'])
      expect(await openTexts(vault, 2)).toEqual(['message 9', 'message 3'])
      const rows = await vault.listOpenJournal(10)
      expect(rows.map(({ seq }) => seq)).toEqual([...rows.map(({ seq }) => seq)].sort((a, b) => a - b))
      expect(rows[0]).toMatchObject({ hash: buildHash(9) })
    })

    it('keeps a message that is decrypted twice once', async () => {
      await vault.write({ journal: [note(1, 'first'), note(1, 'second')] })
      await vault.write({
        journal: [note(1, 'third')],
        keys: [{ type: 'session', id: 'a', value: bytes('a') }],
      })
      expect(await openTexts(vault)).toEqual(['first'])
      expect(await texts(reopened(), 'session', ['a'])).toEqual({ a: 'a' })
    })

    it('forgets the words of a closed message, not that it was there', async () => {
      await vault.write({ journal: [note(1), note(2)] })
      await vault.closeJournal([buildHash(1), buildHash(7)])
      await vault.closeJournal([buildHash(1)])
      await vault.closeJournal([])
      expect(await openTexts(vault)).toEqual(['message 2'])
      expect(await vault.findJournal(buildHash(1))).toMatchObject({ content: undefined })
      await vault.write({ journal: [note(1, 'again')] })
      expect(await openTexts(vault)).toEqual(['message 2'])
    })

    it('writes all or nothing', async () => {
      await vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('before') }] })
      const broken = vault.write({
        keys: [
          { type: 'session', id: 'a', value: bytes('after') },
          { type: 'session', id: 'b', value: bytes('after') },
        ],
        journal: [note(1), { hash: 'not a hash', content: bytes('x') }],
        credentials: bytes('after'),
      })
      await expect(broken).rejects.toThrow()
      for (const seen of [vault, reopened()]) {
        expect(await texts(seen, 'session', ['a', 'b'])).toEqual({ a: 'before' })
        expect(await seen.findCredentials()).toBeUndefined()
        expect(await openTexts(seen)).toEqual([])
      }
    })

    it('goes on after a write that failed', async () => {
      const broken = vault.write({ journal: [{ hash: 'not a hash', content: bytes('x') }] })
      const next = vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('a') }] })
      await expect(broken).rejects.toThrow()
      await next
      expect(await texts(vault, 'session', ['a'])).toEqual({ a: 'a' })
    })

    it('is a zombie once the lease has moved: it changes nothing', async () => {
      await vault.write({
        keys: [{ type: 'session', id: 'a', value: bytes('mine') }],
        credentials: bytes('mine'),
        journal: [note(1), note(2)],
      })
      await vault.closeJournal([buildHash(2)])
      const next = await rig.takeOver(lease)
      const lost = { code: 'ERR_LEASE_LOST' }
      await expect(vault.write({ keys: [{ type: 'session', id: 'a', value: null }] })).rejects.toMatchObject(
        lost,
      )
      await expect(vault.write({ credentials: bytes('zombie') })).rejects.toMatchObject(lost)
      await expect(vault.write({ journal: [note(3)] })).rejects.toMatchObject(lost)
      await expect(vault.closeJournal([buildHash(1)])).rejects.toMatchObject(lost)
      await expect(rig.vaults.wipe(acme, connection, lease)).rejects.toMatchObject(lost)
      const theirs = next.vaults.open(acme, connection, next.lease)
      expect(await texts(theirs, 'session', ['a'])).toEqual({ a: 'mine' })
      expect(readText(await theirs.findCredentials())).toBe('mine')
      expect(await openTexts(theirs)).toEqual(['message 1'])
      expect(await theirs.findJournal(buildHash(2))).toBeDefined()
      await theirs.write({ keys: [{ type: 'session', id: 'a', value: bytes('theirs') }] })
      expect(await texts(theirs, 'session', ['a'])).toEqual({ a: 'theirs' })
    })

    it.each(['write', 'closeJournal', 'wipe'] as const)(
      'cannot %s after the lease was released',
      async (act) => {
        await vault.write({ journal: [note(1)] })
        await lease.release()
        const acts = {
          write: () => vault.write({ credentials: bytes('late') }),
          closeJournal: () => vault.closeJournal([buildHash(1)]),
          wipe: () => rig.vaults.wipe(acme, connection, lease),
        }
        await expect(acts[act]()).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
      },
    )

    it('does nothing when there is nothing to write', async () => {
      await rig.takeOver(lease)
      await vault.write({})
      await vault.write({ keys: [], journal: [] })
    })

    it('is empty after a wipe but for unrecorded messages', async () => {
      await vault.write({
        keys: [{ type: 'session', id: 'a', value: bytes('a') }],
        credentials: bytes('creds'),
        journal: [note(1), note(2)],
      })
      await vault.closeJournal([buildHash(1)])
      await rig.vaults.wipe(acme, connection, lease)
      await rig.vaults.wipe(acme, connection, lease)
      for (const seen of [vault, reopened()]) {
        expect(await seen.findCredentials()).toBeUndefined()
        expect(await seen.findKeys('session', ['a'])).toEqual(new Map())
        expect(await seen.findJournal(buildHash(1))).toBeUndefined()
        expect(await openTexts(seen)).toEqual(['message 2'])
      }
      const fresh = reopened()
      await fresh.write({ keys: [{ type: 'session', id: 'a', value: bytes('fresh') }] })
      expect(await texts(fresh, 'session', ['a'])).toEqual({ a: 'fresh' })
    })

    it('ends the vault that was open before, after what it had begun', async () => {
      const begun = vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('begun') }] })
      const next = reopened()
      expect(await texts(next, 'session', ['a'])).toEqual({ a: 'begun' })
      await begun
      await expect(vault.write({ credentials: bytes('late') })).rejects.toMatchObject({
        code: 'ERR_LEASE_LOST',
      })
      await next.write({ credentials: bytes('next') })
    })

    it('is ended by a wipe, which leaves nothing of what had begun', async () => {
      const begun = vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('begun') }] })
      await rig.vaults.wipe(acme, connection, lease)
      await begun
      await expect(vault.write({ credentials: bytes('late') })).rejects.toMatchObject({
        code: 'ERR_LEASE_LOST',
      })
      const next = reopened()
      expect(await next.findKeys('session', ['a'])).toEqual(new Map())
      expect(await next.findCredentials()).toBeUndefined()
    })

    it('knows nothing of other connections and companies', async () => {
      const write = {
        keys: [{ type: 'session', id: 'a', value: bytes('mine') }],
        credentials: bytes('mine'),
        journal: [note(1)],
      }
      await vault.write(write)
      const sibling = connectionId((lastConnection += 1))
      const others = [
        rig.vaults.open(acme, sibling, await rig.lease(acme, sibling)),
        rig.vaults.open(beta, connection, lease),
      ]
      for (const other of others) {
        expect(await other.findKeys('session', ['a'])).toEqual(new Map())
        expect(await other.findCredentials()).toBeUndefined()
        expect(await openTexts(other)).toEqual([])
        expect(await other.findJournal(buildHash(1))).toBeUndefined()
        await other.closeJournal([buildHash(1)])
        await other.write({ keys: [{ type: 'session', id: 'a', value: null }] })
      }
      await rig.vaults.wipe(beta, connection, lease)
      const seen = reopened()
      expect(await texts(seen, 'session', ['a'])).toEqual({ a: 'mine' })
      expect(await openTexts(seen)).toEqual(['message 1'])
    })
  })
}
