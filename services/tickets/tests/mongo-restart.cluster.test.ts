import { companyId, messageId, type MessageId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { needsEngines, startOwnEngine, testDatabase, waitFor, type OwnEngine } from '@balcao/testkit'

import { MongoMovedDocuments, openMongo } from '../src/adapters/mongo'
import { MovingMessageDocuments } from '../src/adapters/moving-message-documents'
import { PgDocumentMoves } from '../src/adapters/postgres/pg-document-moves'
import { moveDocuments } from '../src/features/housekeeping'
import { reviseBody } from '../src/features/messages'
import { ticketsMigrations } from '../src/migrations'

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
  const moveOf = (id: MessageId) => ({
    companyId: ours,
    revision: 1,
    document: { id, body: `corpo ${id}`, vcard: '', senderName: 'Ana' },
  })

  it('has everything that was accepted, is found again by itself, and takes the rest once', async () => {
    const mongo = openMongo(engine.env['MONGO_URL'] ?? '')
    const documents = new MongoMovedDocuments(mongo)
    const accepted: MessageId[] = []
    const refusals: string[] = []
    const waiting = ids.values()
    const write = async () => {
      for (const id of waiting) {
        try {
          await documents.write([moveOf(id)])
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
      await documents.write(again.slice(index, index + 100).map(moveOf))
    expect(await mongo.use((messages) => messages.countDocuments())).toBe(again.length)
    await mongo.close()
  })

  it('keeps every document that moves meanwhile, with its last edit, once', async () => {
    const pg = await testDatabase([ticketsMigrations])
    const db = pg.db('tickets')
    const mongo = openMongo(engine.env['MONGO_URL'] ?? '')
    await mongo.use((messages) => messages.deleteMany({}))
    const moved = new MongoMovedDocuments(mongo)
    const documents = new MovingMessageDocuments(db, moved)
    const [ours, theirs] = [companyId(7), companyId(8)]
    const owners = new Map(ids.slice(0, 3_000).map((id, index) => [id, index % 3 === 0 ? theirs : ours]))
    for (const company of [ours, theirs])
      await db.withTenant(company, async (tx) =>
        documents.put(
          tx,
          company,
          [...owners].flatMap(([id, owner]) =>
            owner === company ? [{ id, body: `corpo ${id}`, vcard: '', senderName: 'Ana' }] : [],
          ),
        ),
      )
    await pg.sql(`UPDATE tickets.message_documents SET created_at = now() - interval '2 minutes'`)
    const move = () => moveDocuments({ moves: new PgDocumentMoves(db), moved }, new AbortController().signal)
    const edited = [...owners.keys()].filter((_, index) => index % 10 === 0)
    const edits = new Map<MessageId, string>()
    const edit = async () => {
      for (const id of edited) {
        const known = await documents
          .change(owners.get(id) ?? ours, id, reviseBody(`editado ${id}`, new Date(0)))
          .catch(() => undefined)
        if (!known) return
        edits.set(id, known.body)
      }
    }
    const moving = move().then(
      () => 'moved',
      () => 'failed',
    )
    const editing = edit()
    await waitFor(async () => (await mongo.use((messages) => messages.countDocuments())) > 300)
    await engine.kill()
    expect(await moving).toBe('failed')
    await editing
    await engine.start()
    await waitFor(() =>
      move().then(
        () => true,
        () => false,
      ),
    )
    await pg.sql('UPDATE tickets.message_documents SET moving_until = NULL')
    await edit()
    await move()
    expect(await pg.sql('SELECT id FROM tickets.message_documents')).toEqual([])
    expect(await mongo.use((messages) => messages.countDocuments())).toBe(owners.size)
    expect(edits.size).toBe(edited.length)
    const lost: MessageId[] = []
    for (const company of [ours, theirs]) {
      const all = [...owners].flatMap(([id, owner]) => (owner === company ? [id] : []))
      for (let index = 0; index < all.length; index += 100) {
        const page = all.slice(index, index + 100)
        const found = await documents.get(company, page)
        lost.push(...page.filter((id) => found.get(id)?.body !== (edits.get(id) ?? `corpo ${id}`)))
      }
    }
    expect(lost).toEqual([])
    await mongo.close()
    await pg.close()
  })
})
