import { randomBytes } from 'node:crypto'

import { companyId, messageId } from '@balcao/contracts'
import { needsEngines, testDatabase, type TestDatabase } from '@balcao/testkit'

import { copyDocuments, contentDigest } from '../src/adapters/copy-documents'
import { MongoMovedDocuments, openMongo } from '../src/adapters/mongo'
import { PgMessageDocuments } from '../src/adapters/postgres/pg-message-documents'
import { copyDocumentsToMongo } from '../src/copy-documents'
import { reviseBody, type MovedDocuments } from '../src/features/messages'
import { ticketsMigrations } from '../src/migrations'
import { mongoForTests } from './mongo-engine'

const engine = mongoForTests()
const companies = [companyId(7), companyId(8)]
const idOf = (company: number, index: number) =>
  messageId(`019c0000-0000-7000-${8000 + company}-${String(index).padStart(12, '0')}`)

needsEngines('mongo')('documents that move from Postgres to MongoDB', () => {
  const mongoUrl = engine?.database(randomBytes(6).toString('hex')) ?? ''
  const mongo = openMongo(mongoUrl)
  const to = new MongoMovedDocuments(mongo)
  let pg: TestDatabase

  beforeAll(async () => {
    pg = await testDatabase([ticketsMigrations])
    const from = new PgMessageDocuments(pg.db('tickets'))
    for (const company of companies)
      await pg.db('tickets').withTenant(company, async (tx) =>
        from.put(
          tx,
          company,
          Array.from({ length: 230 }, (_, index) => ({
            id: idOf(company, index),
            body: `corpo ${index} ção \u0000`,
            vcard: '',
            senderName: 'Ana',
            ...(index % 3 === 0 && {
              media: {
                key: `companies/${company}/a.png`,
                name: 'a.png',
                mimeType: 'image/png',
                sizeBytes: 3,
                width: 1,
                height: 2,
                durationSeconds: 0,
              },
            }),
          })),
        ),
      )
    await from.change(companyId(7), idOf(7, 3), reviseBody('revista', new Date(0)))
  })
  afterAll(async () => {
    await mongo.use((messages) => messages.db.dropDatabase())
    await mongo.close()
  })
  beforeEach(() => mongo.use((messages) => messages.deleteMany({})))

  const move = () => copyDocumentsToMongo({ postgres: pg.admin, mongoUrl })

  it('arrive whole, each in its company, and once', async () => {
    expect(await move()).toEqual({ seen: 460, copied: 460, different: [] })
    expect((await to.get(companyId(7), [idOf(7, 3)])).get(idOf(7, 3))).toMatchObject({
      body: 'revista',
      earlier: [{ body: 'corpo 3 ção \u0000' }],
    })
    expect((await to.get(companyId(8), [idOf(7, 3)])).size).toBe(0)
    expect(await move()).toEqual({ seen: 460, copied: 0, different: [] })
    expect(await mongo.use((messages) => messages.countDocuments())).toBe(460)
  })

  it('go on after a copy that was cut off', async () => {
    let writes = 0
    const cut: MovedDocuments = Object.create(to, {
      write: {
        value: (...args: Parameters<MovedDocuments['write']>) =>
          (writes += 1) > 2 ? Promise.reject(new Error('cut')) : to.write(...args),
      },
    })
    await expect(copyDocuments({ from: pg.db('tickets'), to: cut })).rejects.toThrow('cut')
    expect(await move()).toEqual({ seen: 460, copied: 260, different: [] })
  })

  it('are reported and not changed where the target has another content', async () => {
    const document = { id: idOf(7, 5), body: 'nova', vcard: '', senderName: 'Ana' }
    await to.write([{ companyId: companyId(7), revision: 2, document }])
    expect(await move()).toEqual({ seen: 460, copied: 459, different: [idOf(7, 5)] })
    expect((await to.get(companyId(7), [idOf(7, 5)])).get(idOf(7, 5))?.body).toBe('nova')
  })

  it('are replaced where they were edited here since they were copied', async () => {
    await move()
    await new PgMessageDocuments(pg.db('tickets')).change(
      companyId(8),
      idOf(8, 4),
      reviseBody('editada', new Date(0)),
    )
    expect(await move()).toEqual({ seen: 460, copied: 0, different: [] })
    expect((await to.get(companyId(8), [idOf(8, 4)])).get(idOf(8, 4))?.body).toBe('editada')
  })
})

describe('a fingerprint', () => {
  it('is of the content, not of the order of its fields', () => {
    expect(contentDigest({ a: 1, b: { c: [1, 2], d: undefined } })).toBe(
      contentDigest({ b: { c: [1, 2] }, a: 1 }),
    )
    expect(contentDigest({ a: [1, 2] })).not.toBe(contentDigest({ a: [2, 1] }))
    expect(contentDigest(undefined)).not.toBe(contentDigest({}))
  })
})
