import { companyId, messageId } from '@balcao/contracts'

import { PgMessageDocuments } from '../src/adapters/postgres'
import { describeMessageDocuments } from './message-documents.contract'
import { rig, type Rig } from './support'

let desk: Rig

beforeAll(async () => {
  desk = await rig()
})

describeMessageDocuments(
  'Postgres',
  () => new PgMessageDocuments(desk.ports.db),
  () => desk.ports.db,
)

it('a document of a transaction that is rolled back is not written', async () => {
  const documents = new PgMessageDocuments(desk.ports.db)
  const id = messageId('019c0000-0000-7000-8000-00000000ffff')
  const put = await documents.putFor(companyId(7), [{ id, body: 'x', vcard: '', senderName: '' }])
  const work = desk.ports.db.withTenant(companyId(7), async (tx) => {
    put(tx)
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await documents.get(companyId(7), [id])).toEqual(new Map())
})
