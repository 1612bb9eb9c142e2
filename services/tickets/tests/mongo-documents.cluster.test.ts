import { randomBytes } from 'node:crypto'

import { companyId, messageId } from '@balcao/contracts'
import { needsEngines } from '@balcao/testkit'

import { MongoMovedDocuments, openMongo } from '../src/adapters/mongo'
import { MovingMessageDocuments } from '../src/adapters/moving-message-documents'
import type { MessageDocument } from '../src/features/messages'
import { describeMessageDocuments } from './message-documents.contract'
import { mongoForTests } from './mongo-engine'
import { moveAll } from './move-all'
import { describeMovedDocuments } from './moved-documents.contract'
import { rig, type Rig } from './support'

const engine = mongoForTests()

needsEngines('mongo')('with MongoDB', () => {
  const database = engine?.database(randomBytes(6).toString('hex')) ?? ''
  const mongo = openMongo(database)
  afterAll(async () => {
    await mongo.use((messages) => messages.db.dropDatabase())
    await mongo.close()
  })

  let desk: Rig
  beforeAll(async () => {
    desk = await rig()
  })

  const moved = new MongoMovedDocuments(mongo)
  const moving = () => new MovingMessageDocuments(desk.ports.db, moved)
  const db = () => desk.ports.db

  describeMessageDocuments('Postgres, before they move to MongoDB', moving, db)
  describeMessageDocuments('MongoDB, where they were moved', moving, db, () => moveAll(desk, moved))
  describeMovedDocuments(
    'MongoDB',
    () => moved,
    async (company, { id, ...content }) => {
      await mongo.use((messages) =>
        messages.collection.insertOne({
          ...content,
          _id: id,
          companyId: company,
          writtenAt: new Date(),
        } as never),
      )
    },
  )

  describe('the collection of message documents', () => {
    const [ours, id] = [companyId(7), messageId('019c0000-0000-7000-9000-000000000001')]
    const written = (document: object) =>
      moved.write([{ companyId: ours, revision: 1, document: document as MessageDocument }])

    it('has no index but the one on ids', async () => {
      await written({ id, body: 'x', vcard: '', senderName: '' })
      const indexes = await mongo.use((messages) => messages.collection.indexes())
      expect(indexes.map(({ key }) => key)).toEqual([{ _id: 1 }])
    })

    it('keeps nothing that the type does not name', async () => {
      const other = messageId('019c0000-0000-7000-9000-000000000002')
      await written({ id: other, body: 'x', vcard: '', senderName: '', $where: '1', token: 'secret' })
      const [record] = await mongo.use((messages) => messages.find({ _id: other }).lean())
      expect(Object.keys(record ?? {}).sort()).toEqual([
        '_id',
        'body',
        'companyId',
        'revision',
        'senderName',
        'vcard',
      ])
    })

    it('is asked by company and id in every command, so that one shard of a sharded one answers', async () => {
      const filters: object[] = []
      const note = (_collection: string, method: string, ...args: unknown[]) => {
        const [first] = args
        const writes = first as { replaceOne: { filter: object } }[]
        filters.push(
          ...(method === 'bulkWrite' ? writes.map((write) => write.replaceOne.filter) : [first as object]),
        )
      }
      const debug = (to: typeof note | false) =>
        mongo.use(async (messages) => void messages.db.set('debug', to))
      await debug(note)
      const document = { id, body: 'x', vcard: '', senderName: '' } as MessageDocument
      await moved.write([{ companyId: ours, revision: 5, document }])
      // Refused as older, so what is there is asked for.
      await moved.write([{ companyId: ours, revision: 2, document }])
      await moved.get(ours, [id])
      await moved.change(ours, id, (known) => ({ ...known, body: 'y' }))
      await moved.unquote(ours, [id], [id])
      await moved.erase(ours, [id])
      await moved.remove(ours, [id])
      await debug(false)
      expect(filters.length).toBeGreaterThanOrEqual(9)
      expect(filters.filter((filter) => !('companyId' in filter && '_id' in filter))).toEqual([])
    })

    it('is closed with the service, and says so afterwards', async () => {
      const other = openMongo(database)
      await new MongoMovedDocuments(other).get(ours, [id])
      await other.close()
      await other.close()
      await expect(new MongoMovedDocuments(other).get(ours, [id])).rejects.toThrow('closed')
    })
  })
})

describe('message documents whose MongoDB is away', () => {
  const mongo = openMongo('mongodb://127.0.0.1:9/balcao')
  const documents = new MongoMovedDocuments(mongo)
  afterAll(() => mongo.close())

  it.each([
    ['read', () => documents.get(companyId(7), [messageId('019c0000-0000-7000-9000-000000000001')])],
    ['written', () => documents.erase(companyId(7), [messageId('019c0000-0000-7000-9000-000000000001')])],
  ])('say so when they are %s, each time', async (_how, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await expect(call()).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})
