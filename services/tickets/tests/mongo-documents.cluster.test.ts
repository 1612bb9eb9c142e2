import { randomBytes } from 'node:crypto'

import { companyId, messageId } from '@balcao/contracts'
import { systemClock } from '@balcao/kernel'
import { needsEngines } from '@balcao/testkit'

import { MongoMessageDocuments, openMongo } from '../src/adapters/mongo'
import { describeMessageDocuments } from './message-documents.contract'
import { mongoForTests } from './mongo-engine'

const engine = mongoForTests()

needsEngines('mongo')('with MongoDB', () => {
  const database = engine?.database(randomBytes(6).toString('hex')) ?? ''
  const mongo = openMongo(database)
  afterAll(async () => {
    await mongo.use((messages) => messages.db.dropDatabase())
    await mongo.close()
  })

  describeMessageDocuments('MongoDB', () => new MongoMessageDocuments(mongo, systemClock))

  describe('the collection of message documents', () => {
    const documents = new MongoMessageDocuments(mongo, systemClock)
    const [ours, id] = [companyId(7), messageId('019c0000-0000-7000-9000-000000000001')]

    it('has no index but the one on ids', async () => {
      await documents.put(ours, [{ id, body: 'x', vcard: '', senderName: '' }])
      const indexes = await mongo.use((messages) => messages.collection.indexes())
      expect(indexes.map(({ key }) => key)).toEqual([{ _id: 1 }])
    })

    it('keeps nothing that the type does not name', async () => {
      const other = messageId('019c0000-0000-7000-9000-000000000002')
      const extra = { id: other, body: 'x', vcard: '', senderName: '', $where: '1', token: 'secret' }
      await documents.put(ours, [extra])
      const [record] = await mongo.use((messages) => messages.find({ _id: other }).lean())
      expect(Object.keys(record ?? {}).sort()).toEqual([
        '_id',
        'body',
        'companyId',
        'senderName',
        'vcard',
        'writtenAt',
      ])
    })

    it('is closed with the service, and says so afterwards', async () => {
      const other = openMongo(database)
      await new MongoMessageDocuments(other, systemClock).get(ours, [id])
      await other.close()
      await other.close()
      await expect(new MongoMessageDocuments(other, systemClock).get(ours, [id])).rejects.toThrow('closed')
    })
  })
})

describe('message documents whose MongoDB is away', () => {
  const mongo = openMongo('mongodb://127.0.0.1:9/balcao')
  const documents = new MongoMessageDocuments(mongo, systemClock)
  afterAll(() => mongo.close())

  it.each([
    ['read', () => documents.get(companyId(7), [messageId('019c0000-0000-7000-9000-000000000001')])],
    ['written', () => documents.erase(companyId(7), [messageId('019c0000-0000-7000-9000-000000000001')])],
  ])('say so when they are %s, each time', async (_how, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await expect(call()).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})
