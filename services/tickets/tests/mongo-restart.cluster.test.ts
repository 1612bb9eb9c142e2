import { companyId, messageId, type MessageId } from '@balcao/contracts'
import { AppError, systemClock } from '@balcao/kernel'
import { needsEngines, startOwnEngine, waitFor, type OwnEngine } from '@balcao/testkit'

import { MongoMessageDocuments, openMongo } from '../src/adapters/mongo'

needsEngines('own mongo')('a MongoDB that is killed in the middle of writes', () => {
  let engine: OwnEngine
  beforeAll(async () => {
    engine = await startOwnEngine('mongo')
  })
  afterAll(() => engine.remove())

  const ours = companyId(7)
  const ids = Array.from({ length: 20_000 }, (_, index) =>
    messageId(`019c0000-0000-7000-8000-${String(index).padStart(12, '0')}`),
  )
  const documentOf = (id: MessageId) => ({ id, body: `corpo ${id}`, vcard: '', senderName: 'Ana' })

  it('has everything that was accepted, is found again by itself, and takes the rest once', async () => {
    const mongo = openMongo(engine.env['MONGO_URL'] ?? '')
    const documents = new MongoMessageDocuments(mongo, systemClock)
    const accepted: MessageId[] = []
    const refusals: string[] = []
    const waiting = ids.values()
    const write = async () => {
      for (const id of waiting) {
        try {
          await documents.put(ours, [documentOf(id)])
          accepted.push(id)
        } catch (error) {
          refusals.push(error instanceof AppError ? error.code : String(error))
          return
        }
      }
    }
    const writers = Promise.all(Array.from({ length: 8 }, write))
    await waitFor(() => accepted.length > 200)
    await engine.kill()
    await writers
    expect(refusals).toEqual(Array.from({ length: 8 }, () => 'ERR_UNAVAILABLE'))

    await engine.start()
    await waitFor(() =>
      documents.get(ours, ids.slice(0, 1)).then(
        () => true,
        () => false,
      ),
    )
    for (let index = 0; index < accepted.length; index += 100) {
      const page = accepted.slice(index, index + 100)
      const found = await documents.get(ours, page)
      expect(page.filter((id) => found.get(id)?.body !== `corpo ${id}`)).toEqual([])
    }
    // An unanswered write may or may not have happened: it is written again.
    const again = ids.slice(0, accepted.length + 100)
    for (let index = 0; index < again.length; index += 100)
      await documents.put(ours, again.slice(index, index + 100).map(documentOf))
    expect(await mongo.use((messages) => messages.countDocuments())).toBe(again.length)
    await mongo.close()
  })
})
