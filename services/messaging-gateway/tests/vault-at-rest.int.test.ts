import { connectionId } from '@balcao/contracts'
import { AppError, type Database } from '@balcao/kernel'
import type { TestDatabase } from '@balcao/testkit'

import { acme, beta, bytes, buildHash, note, texts, readText } from './signal-vault.contract'
import { newKey, SCHEMA, vaultDatabase, vaultProcess, type VaultProcess } from './vault-rig'

const TABLES = ['signal_data_keys', 'signal_secrets', 'signal_journal']

describe('what lies in the database', () => {
  let pg: TestDatabase
  let gateway: VaultProcess
  const keys = newKey('k1')
  beforeAll(async () => {
    pg = await vaultDatabase()
    gateway = vaultProcess(pg, keys)
  })
  let lastConnection = 0
  const fresh = async (company = acme) => {
    const id = (lastConnection += 1)
    const vault = await gateway.open(company, id)
    return { id, vault }
  }
  /* Like a process with empty caches. */
  const elsewhere = (id: number, company = acme) => {
    const other = vaultProcess(pg, keys)
    const lease = {
      name: `session:${id}`,
      epoch: 0,
      signal: new AbortController().signal,
      isSuspended: false,
      release: () => Promise.resolve(),
    }
    return other.vaults.open(company, connectionId(id), lease)
  }
  const rowsAsText = async () => {
    const dumps = await Promise.all(
      TABLES.map((table) => pg.sql<{ row: string }>(`SELECT t::text AS row FROM ${SCHEMA}.${table} t`)),
    )
    return dumps.flat().map(({ row }) => row)
  }

  it('shows nothing of a secret, raw, in hex or in base64', async () => {
    const planted = ['a private key 0001', 'the credentials 02', 'words of a customer']
    const [secret, credentials, words] = planted.map(bytes)
    for (const company of [acme, beta]) {
      const { vault } = await fresh(company)
      await vault.write({
        keys: [{ type: 'session', id: 'a', value: secret ?? null }],
        journal: [{ hash: buildHash(1), content: words ?? bytes('') }],
        ...(credentials && { credentials }),
      })
    }
    const rows = await rowsAsText()
    expect(rows.length).toBeGreaterThanOrEqual(8)
    const dump = rows.join('\n')
    const raw = Buffer.from(dump.replaceAll('\\x', ''), 'hex').toString('latin1')
    for (const text of [...planted, keys.slice(3)]) {
      const value = Buffer.from(text)
      // The three alignments of base64, depending on the bytes before.
      const shifted = [0, 1, 2].map((by) =>
        Buffer.concat([Buffer.alloc(by), value])
          .toString('base64')
          .slice(4, 16),
      )
      for (const form of [text, value.toString('hex'), ...shifted]) {
        expect(dump).not.toContain(form)
        expect(raw).not.toContain(form)
      }
    }
    expect(dump).not.toContain(Buffer.from(keys.slice(3), 'base64').toString('hex'))
  })

  it('differs for the same value each time it is written', async () => {
    const { id, vault } = await fresh()
    const contents = new Set<string>()
    for (let turn = 0; turn < 5; turn += 1) {
      await vault.write({
        keys: ['a', 'b'].map((key) => ({ type: 'session', id: key, value: bytes('same') })),
      })
      const rows = await pg.sql<{ content: Buffer }>(
        `SELECT content FROM ${SCHEMA}.signal_secrets WHERE connection_id = $1`,
        [id],
      )
      for (const { content } of rows) contents.add(content.toString('hex'))
    }
    expect(contents.size).toBe(10)
  })

  it('is refused when two rows are swapped', async () => {
    const { id, vault } = await fresh()
    await vault.write({
      keys: ['a', 'b'].map((key) => ({ type: 'session', id: key, value: bytes(key) })),
      journal: [note(1), note(2)],
    })
    await pg.sql(
      `UPDATE ${SCHEMA}.signal_secrets s SET content = o.content FROM ${SCHEMA}.signal_secrets o
       WHERE s.connection_id = $1 AND o.connection_id = $1 AND s.id <> o.id`,
      [id],
    )
    await pg.sql(
      `UPDATE ${SCHEMA}.signal_journal s SET content = o.content FROM ${SCHEMA}.signal_journal o
       WHERE s.connection_id = $1 AND o.connection_id = $1 AND s.seq <> o.seq`,
      [id],
    )
    const seen = elsewhere(id)
    await expect(seen.findKeys('session', ['a'])).rejects.toThrow('a secret does not open')
    await expect(seen.findJournal(buildHash(1))).rejects.toThrow('a secret does not open')
    await expect(seen.listOpenJournal(10)).rejects.toThrow('connection')
  })

  it.each(['company_id', 'connection_id'])('is refused under another %s', async (column) => {
    const [mine, other] = [await fresh(), await fresh(beta)]
    await mine.vault.write({ credentials: bytes('mine') })
    await other.vault.write({ credentials: bytes('other') })
    const [company, id] = column === 'company_id' ? [beta, mine.id] : [acme, other.id]
    await pg.sql(
      `UPDATE ${SCHEMA}.signal_secrets SET company_id = $2, connection_id = $3 WHERE connection_id = $1`,
      [mine.id, company, id],
    )
    await expect(elsewhere(id, company).findCredentials()).rejects.toThrow('a secret does not open')
  })

  it.each([
    ['a changed bit', 'set_byte(content, 20, get_byte(content, 20) # 1)'],
    ['a changed tag', 'set_byte(content, length(content) - 1, get_byte(content, length(content) - 1) # 128)'],
    ['a missing byte', 'substring(content FROM 1 FOR length(content) - 1)'],
    ['nothing', `''::bytea`],
  ])('is refused with %s, in words that give nothing away', async (_case, change) => {
    const { id, vault } = await fresh()
    await vault.write({ keys: [{ type: 'session', id: '5511999990001.0', value: bytes('secret') }] })
    await pg.sql(`UPDATE ${SCHEMA}.signal_secrets SET content = ${change} WHERE connection_id = $1`, [id])
    const refusal = expect.objectContaining({
      code: 'ERR_INTERNAL',
      message: `ERR_INTERNAL: a secret does not open, it was changed or moved (company 1, connection ${id}, session)`,
    }) as Error
    await expect(elsewhere(id).findKeys('session', ['5511999990001.0'])).rejects.toEqual(refusal)
  })

  it('is refused when its data key is gone, and can be overwritten by no read', async () => {
    const { id, vault } = await fresh()
    await vault.write({ credentials: bytes('mine') })
    const content = () =>
      pg.sql(`SELECT content, key_version FROM ${SCHEMA}.signal_secrets WHERE connection_id = $1`, [id])
    const before = await content()
    await pg.sql(`UPDATE ${SCHEMA}.signal_secrets SET key_version = 99 WHERE connection_id = $1`, [id])
    await expect(elsewhere(id).findCredentials()).rejects.toThrow('data key 99 of company 1')
    await pg.sql(`UPDATE ${SCHEMA}.signal_secrets SET key_version = 1 WHERE connection_id = $1`, [id])
    expect(await content()).toEqual(before)
    expect(readText(await elsewhere(id).findCredentials())).toBe('mine')
  })

  it('has another data key for each company', async () => {
    const rows = await pg.sql<{ wrapped: Buffer }>(
      `SELECT wrapped FROM ${SCHEMA}.signal_data_keys WHERE company_id IN (1, 2)`,
    )
    expect(rows).toHaveLength(2)
    await pg.sql(`UPDATE ${SCHEMA}.signal_data_keys k SET wrapped = o.wrapped FROM ${SCHEMA}.signal_data_keys o
      WHERE k.company_id = 2 AND o.company_id = 1`)
    const { id, vault } = await fresh()
    await vault.write({ credentials: bytes('mine') })
    await expect(elsewhere(id, beta).write({ credentials: bytes('x') })).rejects.toThrow(
      'data key 1 of company 2 does not open',
    )
  })

  it('stays whole when the transaction fails after the keys were written', async () => {
    const { id, vault } = await fresh()
    await vault.write({ keys: [{ type: 'session', id: 'a', value: bytes('before') }] })
    await pg.sql(`
      CREATE FUNCTION ${SCHEMA}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON ${SCHEMA}.signal_journal DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.refuse()`)
    const write = {
      keys: [{ type: 'session', id: 'a', value: bytes('after') }],
      journal: [note(1)],
      credentials: bytes('after'),
    }
    await expect(vault.write(write)).rejects.toThrow('refused')
    await pg.sql(`DROP TRIGGER refuse ON ${SCHEMA}.signal_journal`)
    for (const seen of [vault, elsewhere(id)]) {
      expect(await texts(seen, 'session', ['a'])).toEqual({ a: 'before' })
      expect(await seen.findCredentials()).toBeUndefined()
      expect(await seen.listOpenJournal(10)).toEqual([])
    }
    await vault.write(write)
    expect(await texts(elsewhere(id), 'session', ['a'])).toEqual({ a: 'after' })
  })

  it('is read again when it is unknown whether a write was committed', async () => {
    let isCut = false
    const { db } = gateway.ports
    const cutting: Database = {
      asPlatform: (work, of) => db.asPlatform(work, of),
      onEachPrimary: (work) => db.onEachPrimary(work),
      withTenant: async (company, work) => {
        const result = await db.withTenant(company, work)
        if (isCut) throw new AppError('ERR_UNAVAILABLE', { detail: 'the answer got lost' })
        return result
      },
    }
    const vault = await vaultProcess(pg, keys, { db: cutting }).open(acme, (lastConnection += 1))
    const write = (text: string) => vault.write({ keys: [{ type: 'session', id: 'a', value: bytes(text) }] })
    await write('before')
    isCut = true
    await expect(write('committed after all')).rejects.toThrow('the answer got lost')
    isCut = false
    expect(await texts(vault, 'session', ['a'])).toEqual({ a: 'committed after all' })
  })

  it('is committed before a write resolves, whatever the server does elsewhere', async () => {
    const { vault } = await fresh()
    await pg.sql(`
      CREATE TABLE ${SCHEMA}.seen (setting text);
      GRANT INSERT ON ${SCHEMA}.seen TO balcao_messaging_gateway;
      CREATE FUNCTION ${SCHEMA}.look() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO messaging_gateway.seen SELECT current_setting('synchronous_commit'); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER look AFTER INSERT ON ${SCHEMA}.signal_secrets DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.look()`)
    await vault.write({ credentials: bytes('mine') })
    expect(await pg.sql(`SELECT setting FROM ${SCHEMA}.seen`)).toEqual([{ setting: 'on' }])
    await pg.sql(`DROP TRIGGER look ON ${SCHEMA}.signal_secrets`)
  })
})
