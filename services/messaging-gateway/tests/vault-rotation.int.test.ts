import { connectionId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import type { TestDatabase } from '@balcao/testkit'

import { pgSignalVaultStore } from '../src/adapters/postgres/pg-signal-vault-store'
import type { SignalVault } from '../src/features/signal-vault'
import { acme, beta, bytes, buildHash, note, texts, readText } from './signal-vault.contract'
import { expire, newKey, SCHEMA, vaultDatabase, vaultProcess, type VaultProcess } from './vault-rig'

const IDS = Array.from({ length: 12 }, (_, index) => `contact ${index}`)

/* Writes continuously until stopped; resolves with the last value written. */
function keepWriting(vault: SignalVault, offset: number) {
  let isOver = false
  const last: Record<string, string> = {}
  const journal: string[] = []
  const run = async () => {
    for (let turn = 0; !isOver || turn < 30; turn += 1) {
      const id = IDS[turn % IDS.length] ?? ''
      await vault.write({
        keys: [{ type: 'session', id, value: bytes(`turn ${turn}`) }],
        journal: [note(offset + turn)],
        ...(turn % 5 === 0 && { credentials: bytes(`turn ${turn}`) }),
      })
      last[id] = `turn ${turn}`
      journal.push(`message ${offset + turn}`)
    }
    return { last, journal }
  }
  const done = run()
  return {
    stop: () => {
      isOver = true
      return done
    },
  }
}

const openTexts = async (vault: SignalVault) =>
  (await vault.listOpenJournal(10_000)).map(({ content }) => readText(content))

describe('rotation', () => {
  let pg: TestDatabase
  beforeEach(async () => void (pg = await vaultDatabase()))
  afterEach(() => pg.close())

  const dataKeys = () =>
    pg.sql<{ company_id: number; version: number; master_key_id: string }>(
      `SELECT company_id, version, master_key_id FROM ${SCHEMA}.signal_data_keys ORDER BY company_id, version`,
    )
  const versions = (table: string) =>
    pg.sql<{ key_version: number }>(
      `SELECT DISTINCT key_version FROM ${SCHEMA}.${table} WHERE key_version IS NOT NULL ORDER BY 1`,
    )
  /* The values that another process reads after it has acquired the lease. */
  const takeOver = async (by: VaultProcess, company: typeof acme, id: number) => {
    await expire(pg, `session:${id}`)
    return by.open(company, id)
  }
  const fill = async (vault: SignalVault) => {
    await vault.write({
      keys: IDS.map((id) => ({ type: 'session', id, value: bytes(`first of ${id}`) })),
      credentials: bytes('creds'),
      journal: [note(1), note(2)],
    })
    await vault.closeJournal([buildHash(1)])
  }

  it('of the master key goes on while sessions write; the old key is not needed afterwards', async () => {
    const [k1, k2] = [newKey('k1'), newKey('k2')]
    const old = vaultProcess(pg, k1)
    const [mine, others] = [await old.open(acme, 1), await old.open(beta, 2)]
    await fill(mine)
    await fill(others)
    const writer = keepWriting(mine, 100)
    const rotating = vaultProcess(pg, `${k2},${k1}`)
    await rotating.runJob()
    const { last, journal } = await writer.stop()
    expect(await dataKeys()).toEqual([
      { company_id: 1, version: 1, master_key_id: 'k2' },
      { company_id: 2, version: 1, master_key_id: 'k2' },
    ])
    expect(rotating.moved.sort()).toEqual(['rewrapped 1/1', 'rewrapped 2/1'])
    const next = vaultProcess(pg, k2)
    const seen = await takeOver(next, acme, 1)
    expect(await texts(seen, 'session', IDS)).toEqual(last)
    expect(await openTexts(seen)).toEqual(['message 2', ...journal])
    expect(readText(await (await takeOver(next, beta, 2)).findCredentials())).toBe('creds')
    expect(rotating.unreadable).toEqual([])
  })

  it('of a data key loses no write of the sessions that go on, however often it happens', async () => {
    const keys = newKey('k1')
    const [process, rotating] = [vaultProcess(pg, keys), vaultProcess(pg, keys)]
    const [first, second] = [await process.open(acme, 1), await process.open(acme, 2)]
    await fill(first)
    await fill(second)
    await fill(await process.open(beta, 3))
    const writers = [keepWriting(first, 100), keepWriting(second, 100)]
    for (let turn = 0; turn < 4; turn += 1) {
      rotating.ports.clock.advance(91 * DAY)
      await rotating.runJob()
    }
    const written = await Promise.all(writers.map((writer) => writer.stop()))
    await rotating.runJob()
    expect(rotating.unreadable).toEqual([])
    expect(await dataKeys()).toEqual([
      { company_id: 1, version: 5, master_key_id: 'k1' },
      { company_id: 2, version: 5, master_key_id: 'k1' },
    ])
    expect(await versions('signal_secrets')).toEqual([{ key_version: 5 }])
    expect(await versions('signal_journal')).toEqual([{ key_version: 5 }])
    const next = vaultProcess(pg, keys)
    for (const [index, { last, journal }] of written.entries()) {
      const seen = await takeOver(next, acme, index + 1)
      expect(await texts(seen, 'session', IDS)).toEqual(last)
      expect(await openTexts(seen)).toEqual(['message 2', ...journal])
    }
    expect(await openTexts(await takeOver(next, beta, 3))).toEqual(['message 2'])
  })

  it('is seen by a process that had the old data key in memory', async () => {
    const keys = newKey('k1')
    const [process, rotating] = [vaultProcess(pg, keys), vaultProcess(pg, keys)]
    const vault = await process.open(acme, 1)
    await fill(vault)
    rotating.ports.clock.advance(91 * DAY)
    await rotating.runJob()
    expect(rotating.moved).toEqual(['rotated 1/1', 'dropped 1/1'])
    await vault.write({ keys: [{ type: 'session', id: 'new', value: bytes('new') }] })
    expect(await versions('signal_secrets')).toEqual([{ key_version: 2 }])
    expect(readText(await vault.findCredentials())).toBe('creds')
    expect(await texts(vault, 'session', ['new'])).toEqual({ new: 'new' })
  })

  it('happens once when several processes want it', async () => {
    const keys = newKey('k1')
    const processes = [1, 2, 3].map(() => vaultProcess(pg, keys))
    const [first] = processes
    if (first) await fill(await first.open(acme, 1))
    for (const { ports } of processes) ports.clock.advance(91 * DAY)
    await Promise.all(processes.map(({ runJob }) => runJob()))
    expect(await dataKeys()).toMatchObject([{ version: 2 }])
    expect(processes.flatMap(({ moved }) => moved).sort()).toEqual(['dropped 1/1', 'rotated 1/1'])
    expect(await versions('signal_secrets')).toEqual([{ key_version: 2 }])
  })

  it('is not waited for without an end', async () => {
    const store = { ...pgSignalVaultStore, write: () => Promise.resolve(false) }
    const vault = await vaultProcess(pg, newKey('k1'), { store }).open(acme, 1)
    await expect(vault.write({ credentials: bytes('x') })).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })

  it('leaves what does not open as it is, and goes on with the rest', async () => {
    const keys = newKey('k1')
    const process = vaultProcess(pg, keys)
    const vault = await process.open(acme, 1)
    await fill(vault)
    await pg.sql(
      `UPDATE ${SCHEMA}.signal_secrets SET content = set_byte(content, 20, 255 - get_byte(content, 20)) WHERE id = ANY ($1)`,
      [IDS.slice(0, 9)],
    )
    const bad = await pg.sql(`SELECT content FROM ${SCHEMA}.signal_secrets WHERE id = ANY ($1) ORDER BY id`, [
      IDS.slice(0, 9),
    ])
    process.ports.clock.advance(91 * DAY)
    await process.runJob()
    expect(process.unreadable).toHaveLength(9)
    expect(process.moved).toEqual(['rotated 1/1'])
    expect(await versions('signal_secrets')).toEqual([{ key_version: 1 }, { key_version: 2 }])
    expect(
      await pg.sql(`SELECT content FROM ${SCHEMA}.signal_secrets WHERE key_version = 1 ORDER BY id`),
    ).toEqual(bad)
    expect(await versions('signal_journal')).toEqual([{ key_version: 2 }])
    await vault.write({ keys: IDS.map((id) => ({ type: 'session', id, value: null })) })
    await process.runJob()
    expect(await dataKeys()).toMatchObject([{ version: 2 }])
  })

  describe('with a key that is wrong or missing', () => {
    const k1 = newKey('k1')
    const dump = async () => [
      ...(await pg.sql(`SELECT * FROM ${SCHEMA}.signal_data_keys ORDER BY company_id, version`)),
      ...(await pg.sql(`SELECT * FROM ${SCHEMA}.signal_secrets ORDER BY connection_id, type, id`)),
      ...(await pg.sql(`SELECT * FROM ${SCHEMA}.signal_journal WHERE closed_at IS NULL ORDER BY seq`)),
    ]
    beforeEach(async () => fill(await vaultProcess(pg, k1).open(acme, 1)))

    it.each([
      ['wrong', newKey('k1'), 'the key "k1" in WHATSAPP_VAULT_KEYS is another one than wrapped it'],
      ['missing', newKey('k9'), 'needs the key "k1", which WHATSAPP_VAULT_KEYS does not have'],
    ])(
      'a %s one: says so for the session and in the job, and changes nothing',
      async (_case, keys, message) => {
        const before = await dump()
        const process = vaultProcess(pg, keys)
        const vault = await takeOver(process, acme, 1)
        await expect(vault.findCredentials()).rejects.toThrow(message)
        await expect(vault.findKeys('session', IDS)).rejects.toThrow(message)
        await expect(vault.listOpenJournal(1)).rejects.toThrow(message)
        await expect(vault.write({ credentials: bytes('new') })).rejects.toThrow(message)
        await process.runJob()
        process.ports.clock.advance(91 * DAY)
        await process.runJob()
        expect(process.unreadable.map(({ error }) => String(error)).join()).toContain(message)
        expect(await dump()).toEqual(before)
        // A second run changes nothing, and the right key still opens everything.
        await expect(vault.findCredentials()).rejects.toThrow(message)
        expect(readText(await (await takeOver(vaultProcess(pg, k1), acme, 1)).findCredentials())).toBe(
          'creds',
        )
      },
    )

    it('serves companies that are not concerned', async () => {
      const process = vaultProcess(pg, newKey('k9'))
      const vault = await process.open(beta, 2)
      await vault.write({ credentials: bytes('fresh') })
      expect(readText(await vault.findCredentials())).toBe('fresh')
    })

    it('links anew after a requested wipe; the rest is readable when the key is back', async () => {
      const k2 = newKey('k2')
      await fill(await vaultProcess(pg, k1).open(acme, 5))
      const process = vaultProcess(pg, k2)
      await expire(pg, 'session:1')
      const held = await process.lease(connectionId(1))
      await process.vaults.wipe(acme, connectionId(1), held)
      const vault = process.vaults.open(acme, connectionId(1), held)
      await vault.write({ credentials: bytes('linked anew') })
      expect(readText(await vault.findCredentials())).toBe('linked anew')
      const back = vaultProcess(pg, `${k2},${k1}`)
      await back.runJob()
      expect(back.unreadable).toEqual([])
      const later = vaultProcess(pg, k2)
      expect(readText(await (await takeOver(later, acme, 5)).findCredentials())).toBe('creds')
      const seen = await takeOver(later, acme, 1)
      expect(readText(await seen.findCredentials())).toBe('linked anew')
      expect(await openTexts(seen)).toEqual(['message 2'])
    })
  })
})

describe('the journal', () => {
  it('forgets sent messages after fourteen days, and no key', async () => {
    const pg = await vaultDatabase()
    const process = vaultProcess(pg, newKey('k1'))
    const vault = await process.open(acme, 1)
    const writtenDaysAgo = (days: number, ids: string) =>
      pg.sql(`UPDATE ${SCHEMA}.signal_secrets SET created_at = $1 WHERE id LIKE $2`, [
        new Date(process.ports.clock.now().getTime() - days * DAY),
        ids,
      ])
    const secret = (type: string, id: string) => ({ type, id, value: Buffer.from('x') })
    await vault.write({ keys: [...Array(10).keys()].map((id) => secret('sent-message', `old${id}`)) })
    await vault.write({ keys: [secret('session', 'old')] })
    await vault.write({ keys: [secret('sent-message', 'new')] })
    await writtenDaysAgo(15, 'old%')
    await writtenDaysAgo(13, 'new')
    await process.runJob()
    const left = await pg.sql<{ id: string }>(`SELECT id FROM ${SCHEMA}.signal_secrets ORDER BY id`)
    expect(left.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  it('forgets closed messages after thirty days, step by step, and never an open one', async () => {
    const pg = await vaultDatabase()
    const process = vaultProcess(pg, newKey('k1'))
    const [vault, other] = [await process.open(acme, 1), await process.open(beta, 2)]
    const notes = Array.from({ length: 20 }, (_, index) => note(index))
    for (const each of [vault, other]) {
      await each.write({ journal: notes })
      await each.closeJournal(notes.slice(0, 18).map(({ hash }) => hash))
    }
    process.ports.clock.advance(29 * DAY)
    await vault.closeJournal([buildHash(18)])
    const count = async () =>
      (await pg.sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${SCHEMA}.signal_journal`))[0]
        ?.count
    await process.runJob()
    expect(await count()).toBe(40)
    process.ports.clock.advance(2 * DAY)
    await process.runJob()
    expect(await count()).toBe(4)
    expect(await vault.findJournal(buildHash(18))).toMatchObject({ content: undefined })
    expect(await openTexts(vault)).toEqual(['message 19'])
    expect(await openTexts(other)).toEqual(['message 18', 'message 19'])
  })
})
