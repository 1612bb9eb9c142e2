import { randomBytes } from 'node:crypto'

import type {
  CompanyId,
  MessagesPage,
  RetentionCounts,
  RetentionKind,
  RetentionMonths,
  RetentionPreview,
  RetentionView,
} from '@balcao/contracts'
import { DAY, MINUTE, SECOND, type Session } from '@balcao/kernel'

import { MovingMessageDocuments } from '../src/adapters/moving-message-documents'
import { eraseDeleted, packWords } from '../src/features/housekeeping'
import { enforceRetention, saveRetention, type EnforceDeps } from '../src/features/retention'
import { MemoryMovedDocuments } from './memory-moved-documents'
import { ana, arrive, call, desk, rows, tickets, useMessageDesk, written } from './message-desk'
import { moveAll } from './move-all'
import { clearOutbox, codeOf, COMPANY, connection, FOREIGN, outbox, person, received } from './support'

useMessageDesk()

let admin: Session
let other: Session
const NEVER = new AbortController().signal
const runs: { companyId: CompanyId; kind: RetentionKind; erased: RetentionCounts }[] = []
const changes: RetentionMonths[] = []

beforeAll(async () => {
  admin = await person(desk, { id: 1, name: 'Sofia', profile: 'admin' })
  other = await person(desk, { id: 8, name: 'Alheia', profile: 'admin', company: FOREIGN })
})

beforeEach(async () => {
  await desk.pg.empty('tickets.retention_rules', 'tickets.erasures')
  await connection(desk, 77, { company: FOREIGN })
  desk.ports.clock.set(NOW)
  runs.length = 0
  changes.length = 0
})

/* Noon in São Paulo: today is the 20th. */
const NOW = new Date('2026-11-20T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)

interface Kept {
  id: number
  keys: string[]
}

let numbers = 5511944440000

/** A conversation of a new customer, ended on that day; a number in `says` is a file of that many bytes. */
async function conversation(
  closedAt: Date,
  says: readonly (string | number)[],
  { company = COMPANY, status = 'closed' }: { company?: CompanyId; status?: string } = {},
): Promise<Kept> {
  const number = String((numbers += 1))
  const keys: string[] = []
  for (const said of says) {
    const from = { number, company, connectionId: company === COMPANY ? 1 : 77, name: `Cliente ${number}` }
    if (typeof said === 'string') {
      await arrive(received(desk, { ...from, body: said }))
      continue
    }
    const key = `companies/${company}/2026/05/${randomBytes(16).toString('hex')}.pdf`
    await desk.ports.blobs.put(key, Buffer.alloc(said))
    const size = { sizeBytes: said, width: 0, height: 0, durationSeconds: 0 }
    const media = { key, name: 'contrato.pdf', mimeType: 'application/pdf', ...size }
    await arrive(received(desk, { ...from, kind: 'application', body: 'segue o contrato', media }))
    keys.push(key)
  }
  const [ticket] = await rows(
    `UPDATE tickets.tickets SET status = $2, closed_at = CASE WHEN $2 = 'closed' THEN $3::timestamptz END, updated_at = $3
     WHERE id = (SELECT max(id) FROM tickets.tickets WHERE company_id = $1) RETURNING id`,
    [company, status, closedAt],
  )
  return { id: Number(ticket?.['id']), keys }
}

const preview = async (query: string, session = admin): Promise<RetentionPreview> => {
  const answer = await call(session, 'GET', `/retention/preview?${query}`)
  expect(answer.status).toBe(200)
  return answer.body as unknown as RetentionPreview
}
const read = async (session = admin) =>
  (await call(session, 'GET', '/retention')).body as unknown as RetentionView
const save = (months: Partial<RetentionMonths>, session = admin) => call(session, 'PUT', '/retention', months)

const deps = (fields: Partial<EnforceDeps> = {}): EnforceDeps => ({
  ...desk.deps,
  onErased: (run) => runs.push(run),
  ...fields,
})
/** The job, then the one that erases documents and files. */
const work = async (fields: Partial<EnforceDeps> = {}) => {
  await enforceRetention(deps(fields), NEVER)
  await eraseDeleted(desk.deps, NEVER)
}

const messagesOf = ({ id }: Kept) =>
  rows('SELECT kind, media_state FROM tickets.messages WHERE ticket_id = $1 ORDER BY seq', [id])
const wordsOf = ({ id }: Kept) =>
  rows(
    `SELECT word FROM tickets.ticket_words WHERE ticket_id = $1
     UNION ALL SELECT lexeme FROM tickets.closed_ticket_words, unnest(words) WHERE ticket_id = $1`,
    [id],
  )
const documentsOf = (company: CompanyId) =>
  rows('SELECT body FROM tickets.message_documents WHERE company_id = $1', [company])
const filesOf = async ({ keys }: Kept) => {
  const infos = await Promise.all(keys.map((key) => desk.ports.blobs.info(key)))
  return infos.filter((info) => info !== undefined).length
}
const everythingOf = async (company: CompanyId) => [
  await rows('SELECT * FROM tickets.tickets WHERE company_id = $1 ORDER BY id', [company]),
  await rows('SELECT * FROM tickets.messages WHERE company_id = $1 ORDER BY id', [company]),
  await rows('SELECT * FROM tickets.ticket_words WHERE company_id = $1 ORDER BY ticket_id, word', [company]),
  await rows('SELECT * FROM tickets.closed_ticket_words WHERE company_id = $1 ORDER BY ticket_id', [company]),
  await rows('SELECT * FROM tickets.message_documents WHERE company_id = $1 ORDER BY id', [company]),
]
const counts = (tickets: number, messages: number, files: number, sizeBytes: number) => ({
  tickets,
  messages,
  files,
  sizeBytes,
})

describe('how long conversations are kept', () => {
  it('is for ever, unless an administrator says otherwise', async () => {
    const old = await conversation(daysAgo(4_000), ['oi', 10])
    expect(await read()).toMatchObject({ messagesMonths: null, mediaMonths: null, chatsMonths: null })
    await work()
    expect([(await messagesOf(old)).length, await filesOf(old), runs]).toEqual([2, 1, []])
  })

  it('is saved, field by field, and belongs to one company', async () => {
    await save({ messagesMonths: 12, mediaMonths: 3 })
    expect((await save({ mediaMonths: 6 })).body).toMatchObject({ messagesMonths: 12, mediaMonths: 6 })
    expect((await save({ messagesMonths: null })).body).toMatchObject({
      messagesMonths: null,
      mediaMonths: 6,
    })
    expect(await read(other)).toMatchObject({ messagesMonths: null, mediaMonths: null })
    // What was answered may be sent back.
    expect((await call(admin, 'PUT', '/retention', await read())).status).toBe(200)
  })

  it.each([
    ['no month', { messagesMonths: 0 }],
    ['more than ten years', { messagesMonths: 121 }],
    ['part of a month', { mediaMonths: 1.5 }],
    ['a text', { messagesMonths: '6' }],
    ['files longer than messages', { messagesMonths: 6, mediaMonths: 7 }],
  ])('is not %s', async (_name, months) => {
    expect((await save(months as RetentionMonths)).body['error']).toBe('ERR_VALIDATION')
    expect(await rows('SELECT 1 FROM tickets.retention_rules')).toEqual([])
  })

  it('is not longer for files than for the messages that were set before', async () => {
    await save({ messagesMonths: 6 })
    expect((await save({ mediaMonths: 7 })).body['error']).toBe('ERR_VALIDATION')
    expect((await call(admin, 'GET', '/retention/preview?messagesMonths=6&mediaMonths=7')).status).toBe(400)
  })

  it.each([
    ['GET', '/retention', undefined],
    ['GET', '/retention/preview?messagesMonths=1', undefined],
    ['PUT', '/retention', { messagesMonths: 1 }],
  ] as const)('is for administrators: %s %s', async (method, path, body) => {
    const supervisor = { ...ana, profile: 'supervisor' as const }
    expect(codeOf(await call(ana, method, path, body))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await call(supervisor, method, path, body)).status).toBeGreaterThanOrEqual(400)
    expect((await call(undefined, method, path, body)).status).toBe(401)
  })
})

describe('messages of closed tickets', () => {
  it('are erased, as many as were said before, and nothing else', async () => {
    const old = await conversation(daysAgo(200), ['quero cancelar zarabatana', 100, 250, 'obrigada'])
    const older = await conversation(daysAgo(400), ['oi'])
    const recent = await conversation(daysAgo(150), ['zarabatana', 30])
    const open = await conversation(daysAgo(300), ['zarabatana', 40], { status: 'open' })
    const pending = await conversation(daysAgo(300), ['zarabatana', 50], { status: 'pending' })
    await conversation(daysAgo(300), ['zarabatana', 60], { company: FOREIGN })
    await packWords(desk.deps, NEVER)
    expect(await wordsOf(old)).not.toEqual([])
    const theirs = await everythingOf(FOREIGN)

    const expected = counts(2, 5, 2, 350)
    expect(await preview('messagesMonths=6')).toEqual({
      messages: { ...expected, isExact: true },
      media: { ...counts(0, 0, 0, 0), isExact: true },
      chats: { ...counts(0, 0, 0, 0), isExact: true },
    })
    expect((await messagesOf(old)).length).toBe(4)
    expect((await save({ messagesMonths: 6 })).body).toMatchObject({
      messages: { left: 2, isRunning: true, erasedBefore: null },
    })
    await clearOutbox(desk)
    await work()

    expect(runs).toMatchObject([{ companyId: COMPANY, kind: 'messages', erased: expected }])
    expect((await read()).messages).toEqual({
      erasedBefore: '2026-05-20T03:00:00.000Z',
      lastRunAt: NOW.toISOString(),
      isRunning: false,
      left: 0,
      erased: expected,
    })
    for (const gone of [old, older])
      expect([await messagesOf(gone), await wordsOf(gone), await filesOf(gone)]).toEqual([[], [], 0])
    for (const kept of [recent, open, pending])
      expect([(await messagesOf(kept)).length, await filesOf(kept)]).toEqual([2, 1])
    expect(await documentsOf(COMPANY)).toHaveLength(6)
    expect(await everythingOf(FOREIGN)).toEqual(theirs)
    expect(await rows('SELECT 1 FROM tickets.erasures')).toEqual([])
    // The other services forget them as those of a deleted ticket.
    const erased = (await outbox(desk, 'messagesErased')).map(({ body }) => body['messagesErased'])
    expect(erased.flatMap((event) => event?.['messageIds'])).toHaveLength(5)
    expect(erased).toEqual(erased.map(() => expect.objectContaining({ forgotten: true })))
  })

  it('leave the ticket, its report and its note, without their words', async () => {
    const old = await conversation(daysAgo(200), ['zarabatana'])
    const report = () => rows('SELECT * FROM tickets.ticket_trackings WHERE ticket_id = $1', [old.id])
    const before = await report()
    await rows(
      `INSERT INTO tickets.ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at)
       SELECT company_id, id, contact_id, 2, 'ligar', now() FROM tickets.tickets WHERE id = $1`,
      [old.id],
    )
    await save({ messagesMonths: 6 })
    await work()
    expect(await tickets()).toMatchObject([
      {
        id: old.id,
        status: 'closed',
        last_message: '',
        last_received: '',
        last_message_id: null,
        unread_messages: 0,
      },
    ])
    expect([before.length, await report()]).toEqual([1, before])
    expect(await rows('SELECT note FROM tickets.ticket_notes')).toEqual([{ note: 'ligar' }])
    const { body } = await call(admin, 'GET', `/messages/${old.id}`)
    expect(body as unknown as MessagesPage).toMatchObject({ messages: [], count: 1, hasMore: false })
    const found = await call(admin, 'GET', '/tickets?showAll=true&searchParam=zarabatana')
    expect(found.body['tickets']).toEqual([])
  })

  it('take their words out of what quotes them', async () => {
    const { id } = await written({ number: '5511955550103', waId: 'A1', body: 'zarabatana' })
    await rows(`UPDATE tickets.tickets SET status = 'closed', closed_at = $1, updated_at = $1`, [
      daysAgo(200),
    ])
    desk.ports.clock.advance(SECOND)
    await arrive(received(desk, { number: '5511955550103', waId: 'A2', body: 'e isto?', quotedWaId: 'A1' }))
    expect(
      await rows(`SELECT 1 FROM tickets.message_documents WHERE body::text LIKE '%zarabatana%'`),
    ).toHaveLength(2)
    await save({ messagesMonths: 6 })
    await work()
    const [left] = await documentsOf(COMPANY)
    expect(left?.['body']).toMatchObject({ body: 'e isto?', quoted: { id, body: '' } })
    expect(await documentsOf(COMPANY)).toHaveLength(1)
  })

  it('go by the days of the company', async () => {
    // São Paulo is three hours behind: the 20th of May begins at three.
    const before = await conversation(new Date('2026-05-20T02:59:59Z'), ['antes'])
    const after = await conversation(new Date('2026-05-20T03:00:00Z'), ['depois'])
    await save({ messagesMonths: 6 })
    await work()
    expect([(await messagesOf(before)).length, (await messagesOf(after)).length]).toEqual([0, 1])
    // Nothing more until midnight, when the next day is due.
    desk.ports.clock.set(new Date('2026-11-21T02:59:00Z'))
    await work()
    expect((await messagesOf(after)).length).toBe(1)
    desk.ports.clock.advance(MINUTE)
    await work()
    expect([(await messagesOf(after)).length, runs.length]).toEqual([0, 2])
  })

  it('are erased again of a ticket that was reopened, and what came since is kept', async () => {
    const old = await conversation(daysAgo(200), ['primeira', 'segunda'])
    await save({ messagesMonths: 6 })
    await work()
    const [{ number } = { number: '' }] = await desk.pg.sql<{ number: string }>(
      'SELECT c.number FROM tickets.contacts c JOIN tickets.tickets t ON t.contact_id = c.id WHERE t.id = $1',
      [old.id],
    )
    await rows(`UPDATE tickets.tickets SET status = 'open', closed_at = NULL WHERE id = $1`, [old.id])
    await arrive(received(desk, { number, body: 'terceira' }))
    expect((await call(admin, 'GET', `/messages/${old.id}`)).body).toMatchObject({
      messages: [{ seq: 3, body: 'terceira' }],
      hasMore: false,
    })
    desk.ports.clock.advance(DAY)
    await work()
    expect((await messagesOf(old)).length).toBe(1)
    const closed = `UPDATE tickets.tickets SET status = 'closed', closed_at = $2 WHERE id = $1`
    await rows(closed, [old.id, daysAgo(190)])
    expect((await preview('messagesMonths=6')).messages).toMatchObject(counts(1, 1, 0, 0))
    desk.ports.clock.advance(DAY)
    await work()
    expect((await messagesOf(old)).length).toBe(0)
  })
})

describe('files of closed tickets', () => {
  it('go, and their messages stay and say so', async () => {
    const old = await conversation(daysAgo(100), ['segue', 100, 250])
    const plain = await conversation(daysAgo(100), ['só texto'])
    const recent = await conversation(daysAgo(20), [30])
    const theirs = await conversation(daysAgo(100), [60], { company: FOREIGN })
    const expected = counts(1, 0, 2, 350)
    expect((await preview('mediaMonths=1')).media).toEqual({ ...expected, isExact: true })
    await save({ mediaMonths: 1 })
    await work()
    expect(runs).toMatchObject([{ kind: 'media', erased: expected }])
    expect(await Promise.all([old, recent, theirs].map(filesOf))).toEqual([0, 1, 1])
    expect((await messagesOf(plain)).length).toBe(1)
    const { messages } = (await call(admin, 'GET', `/messages/${old.id}`)).body as unknown as MessagesPage
    expect(messages).toMatchObject([
      { body: 'segue', mediaState: null },
      {
        body: 'segue o contrato',
        mediaType: 'application',
        mediaState: 'erased',
        media: null,
        mediaUrl: null,
      },
      { mediaState: 'erased' },
    ])
    // What is done is not looked at again.
    expect((await read()).media.left).toBe(0)
    expect((await preview('mediaMonths=1')).media).toMatchObject(counts(0, 0, 0, 0))
  })

  it('of messages that are erased themselves are counted with these', async () => {
    const old = await conversation(daysAgo(400), [100])
    const middle = await conversation(daysAgo(100), [20])
    expect(await preview('messagesMonths=12&mediaMonths=1')).toMatchObject({
      messages: counts(1, 1, 1, 100),
      media: counts(1, 0, 1, 20),
    })
    await save({ messagesMonths: 12, mediaMonths: 1 })
    await work()
    expect(runs.map(({ kind, erased }) => [kind, erased])).toEqual([
      ['media', counts(1, 0, 1, 20)],
      ['messages', counts(1, 1, 1, 100)],
    ])
    expect([await messagesOf(old), await messagesOf(middle)]).toEqual([
      [],
      [{ kind: 'application', media_state: 'erased' }],
    ])
    expect(await Promise.all([old, middle].map(filesOf))).toEqual([0, 0])
  })
})

describe('messages of internal chats', () => {
  const written = async (session: Session, chat: number, message: string, at: Date) => {
    desk.ports.clock.set(at)
    expect((await call(session, 'POST', `/chats/${chat}/messages`, { message })).status).toBe(200)
    desk.ports.clock.set(NOW)
  }
  const open = async (owner: Session, title: string, users: readonly { id: number }[]) =>
    Number((await call(owner, 'POST', '/chats', { title, users })).body['id'])
  const list = async (session: Session, chat: number) => {
    const { body } = await call(session, 'GET', `/chats/${chat}/messages`)
    const { records, hasMore } = body as unknown as { records: { message: string }[]; hasMore: boolean }
    return [records.map(({ message }) => message), hasMore]
  }
  const unreadsOf = (chat: number) =>
    rows('SELECT user_id, unreads FROM tickets.internal_chat_members WHERE chat_id = $1 ORDER BY user_id', [
      chat,
    ])
  const everyChatOf = async (company: CompanyId) => [
    await rows('SELECT * FROM tickets.internal_chats WHERE company_id = $1 ORDER BY id', [company]),
    await rows('SELECT * FROM tickets.internal_chat_messages WHERE company_id = $1 ORDER BY id', [company]),
    await rows(
      'SELECT * FROM tickets.internal_chat_members WHERE company_id = $1 ORDER BY chat_id, user_id',
      [company],
    ),
  ]

  beforeEach(() => desk.pg.empty('tickets.internal_chats'))

  it('are erased, as many as were said before; newer ones and those of another company stay', async () => {
    const chat = await open(admin, 'Vendas', [{ id: ana.userId }])
    const quiet = await open(admin, 'Antigo', [{ id: ana.userId }])
    for (const days of [100, 90, 10]) await written(admin, chat, `há ${days}`, daysAgo(days))
    await written(admin, quiet, 'só isto', daysAgo(100))
    const foreign = await open(other, 'Deles', [{ id: other.userId }])
    await written(other, foreign, 'velho', daysAgo(100))
    const theirs = await everyChatOf(FOREIGN)
    const expected = counts(0, 3, 0, 0)
    expect((await preview('chatsMonths=2')).chats).toEqual({ ...expected, isExact: true })
    expect((await save({ chatsMonths: 2 })).body).toMatchObject({ chats: { left: 3, isRunning: true } })
    await work()
    expect(runs).toMatchObject([{ companyId: COMPANY, kind: 'chats', erased: expected }])
    expect((await read()).chats).toEqual({
      erasedBefore: '2026-09-20T03:00:00.000Z',
      lastRunAt: NOW.toISOString(),
      isRunning: false,
      left: 0,
      erased: expected,
    })
    expect(await list(ana, chat)).toEqual([['há 10'], false])
    expect(await list(ana, quiet)).toEqual([[], false])
    const shown = await rows(
      'SELECT title, last_message, last_sender_id FROM tickets.internal_chats WHERE company_id = $1 ORDER BY id',
      [COMPANY],
    )
    expect(shown).toEqual([
      { title: 'Vendas', last_message: 'há 10', last_sender_id: admin.userId },
      { title: 'Antigo', last_message: '', last_sender_id: null },
    ])
    // Who had read none of them has no more unread ones than there are messages.
    expect(await unreadsOf(chat)).toEqual([
      { user_id: admin.userId, unreads: 0 },
      { user_id: ana.userId, unreads: 1 },
    ])
    expect(await unreadsOf(quiet)).toEqual([
      { user_id: admin.userId, unreads: 0 },
      { user_id: ana.userId, unreads: 0 },
    ])
    expect(await everyChatOf(FOREIGN)).toEqual(theirs)
    // What is written next has the next number.
    await written(ana, quiet, 'de novo', NOW)
    expect(await list(admin, quiet)).toEqual([['de novo'], false])
  })

  it('go batch by batch, and a run that is killed counts nothing twice', async () => {
    const chat = await open(admin, 'Vendas', [{ id: ana.userId }])
    await rows(
      `INSERT INTO tickets.internal_chat_messages (id, company_id, chat_id, seq, sender_id, message, created_at)
       SELECT gen_random_uuid(), $1, $2, n, $3, 'oi', $4 FROM generate_series(1, 1200) n`,
      [COMPANY, chat, admin.userId, daysAgo(100)],
    )
    await rows('UPDATE tickets.internal_chats SET message_seq = 1200 WHERE id = $1', [chat])
    await save({ chatsMonths: 2 })
    let calls = 0
    const add: EnforceDeps['retentionRules']['add'] = (...given) => {
      calls += 1
      if (calls === 2) throw new Error('killed')
      return desk.deps.retentionRules.add(...given)
    }
    const retentionRules = Object.assign(
      Object.create(desk.deps.retentionRules) as EnforceDeps['retentionRules'],
      { add },
    )
    await expect(enforceRetention(deps({ retentionRules }), NEVER)).rejects.toThrow('1 batches failed')
    const left = async () => (await rows('SELECT 1 FROM tickets.internal_chat_messages')).length
    expect([await left(), runs]).toEqual([700, []])
    desk.ports.clock.advance(MINUTE)
    await work()
    expect([await left(), runs.map(({ erased }) => erased)]).toEqual([0, [counts(0, 1_200, 0, 0)]])
  })
})

describe('documents that were moved to another store', () => {
  it.each(['messages', 'media'] as const)('are erased there: %s', async (kind) => {
    const store = new MemoryMovedDocuments()
    const documents = new MovingMessageDocuments(desk.ports.db, store)
    const moved = await conversation(daysAgo(200), ['segue', 100])
    await conversation(daysAgo(200), ['deles', 70], { company: FOREIGN })
    await moveAll(desk, store)
    const here = await conversation(daysAgo(200), [20])
    const kept = await conversation(daysAgo(10), [30])
    await save({ [`${kind}Months`]: 6 })
    await enforceRetention(deps({ documents }), NEVER)
    await eraseDeleted({ ...desk.deps, documents }, NEVER)
    expect(runs).toMatchObject([{ erased: { files: 2, sizeBytes: 120 } }])
    const left = [...store.stored.values()].map(({ document }) => [document.body, document.media?.sizeBytes])
    const theirs = [
      ['deles', undefined],
      ['segue o contrato', 70],
    ]
    const ours = [
      ['segue', undefined],
      ['segue o contrato', undefined],
    ]
    expect(left.toSorted()).toEqual((kind === 'messages' ? theirs : [...theirs, ...ours]).toSorted())
    expect(await Promise.all([moved, here, kept].map(filesOf))).toEqual([0, 0, 1])
  })
})

describe('a run that is killed', () => {
  const LARGE = 1_200

  /* One conversation of several batches. */
  async function large(): Promise<Kept> {
    const kept = await conversation(daysAgo(300), [100, 'fim'])
    await rows(
      `INSERT INTO tickets.messages (id, company_id, ticket_id, seq, connection_id, from_me, source, kind, preview, read, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, n, 1, false, 'customer', 'chat', 'oi', true, now(), now() FROM generate_series(3, $3::int) n`,
      [COMPANY, kept.id, LARGE],
    )
    await rows('UPDATE tickets.tickets SET message_seq = $2 WHERE id = $1', [kept.id, LARGE])
    return kept
  }

  /* As the process dies at that call; the transaction that is open is rolled back. */
  function dying<T extends object>(port: T, method: keyof T & string, call: number): T {
    let calls = 0
    return new Proxy(port, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        if (name !== method) return value.bind(target) as unknown
        return (...args: unknown[]) => {
          calls += 1
          if (calls === call) throw new Error('killed')
          return (value as (...args: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  }

  it.each([
    ['messages', 'closedTickets', 'eraseMessages', 2],
    ['messages', 'retentionRules', 'add', 2],
    ['messages', 'retentionRules', 'finish', 1],
    ['media', 'closedTickets', 'markErased', 2],
    ['media', 'retentionRules', 'add', 1],
    ['media', 'blobs', 'delete', 1],
    ['media', 'blobs', 'delete', 2],
    ['media', 'documents', 'change', 1],
    ['media', 'closedTickets', 'finishFiles', 1],
    ['media', 'retentionRules', 'finish', 1],
  ] as const)('erasing %s, at %s.%s %s, goes on and counts nothing twice', async (kind, port, method, at) => {
    const gone = [await large(), await conversation(daysAgo(200), ['a', 20, 30])]
    const kept = await conversation(daysAgo(10), ['b', 40])
    await conversation(daysAgo(300), ['c', 50], { company: FOREIGN })
    const [theirs, ours] = [await everythingOf(FOREIGN), await messagesOf(kept)]
    const expected = kind === 'messages' ? counts(2, LARGE + 3, 3, 150) : counts(2, 0, 3, 150)
    await save({ [`${kind}Months`]: 6 })
    const died = dying(desk.deps[port] as object, method as never, at)
    const workUntilKilled = async () => {
      for (let round = 0; round < 5; round += 1) {
        await work({ [port]: died })
        desk.ports.clock.advance(MINUTE)
      }
    }
    await expect(workUntilKilled()).rejects.toThrow('1 batches failed')
    expect(runs).toEqual([])
    // It is tried again after a minute; a queue that is full is waited for.
    for (let round = 0; round < 5; round += 1) {
      desk.ports.clock.advance(MINUTE)
      await work()
    }
    expect(runs.map(({ erased }) => erased)).toEqual([expected])
    expect(await Promise.all(gone.map(filesOf))).toEqual([0, 0])
    const left = await Promise.all(gone.map(messagesOf))
    expect(left.map(({ length }) => length)).toEqual(kind === 'messages' ? [0, 0] : [LARGE, 3])
    expect(
      await rows(
        `SELECT 1 FROM tickets.message_documents WHERE body::text LIKE '%"media":%' AND company_id = ${COMPANY}`,
      ),
    ).toHaveLength(1)
    expect([await messagesOf(kept), await filesOf(kept)]).toEqual([ours, 1])
    expect(await everythingOf(FOREIGN)).toEqual(theirs)
    expect((await read())[kind]).toMatchObject({ left: 0, isRunning: false, erased: expected })
  })

  it('waits until what it erased has left the documents, so that a deleted contact does not', async () => {
    const kept = await large()
    await save({ messagesMonths: 6 })
    await enforceRetention(deps(), NEVER)
    // Two batches of 500.
    expect((await messagesOf(kept)).length).toBe(LARGE - 1_000)
    expect((await read()).messages).toMatchObject({
      isRunning: true,
      left: 1,
      erased: { messages: 1_000 },
    })
    await enforceRetention(deps(), NEVER)
    expect((await messagesOf(kept)).length).toBe(LARGE - 1_000)
    desk.ports.clock.advance(MINUTE)
    await eraseDeleted(desk.deps, NEVER)
    await work()
    expect((await messagesOf(kept)).length).toBe(0)
  })

  it('keeps its day past midnight', async () => {
    await large()
    await conversation(new Date('2026-05-20T12:00:00Z'), ['do dia seguinte'])
    await save({ messagesMonths: 6 })
    await enforceRetention(deps(), NEVER)
    desk.ports.clock.set(new Date('2026-11-21T03:30:00Z'))
    await eraseDeleted(desk.deps, NEVER)
    await work()
    expect(runs.map(({ erased }) => erased.messages)).toEqual([LARGE])
    expect((await read()).messages).toMatchObject({
      erasedBefore: '2026-05-20T03:00:00.000Z',
      left: 1,
    })
  })

  it('is ended by a change of its months, which tells what it had erased', async () => {
    const kept = await large()
    await save({ messagesMonths: 6 })
    await enforceRetention(deps(), NEVER)
    const told = jest.fn()
    await saveRetention(
      { ...desk.deps, onErased: told, onChanged: (_who, months) => changes.push(months) },
      admin,
      {
        messagesMonths: 24,
      },
    )
    expect(changes).toEqual([{ messagesMonths: 24, mediaMonths: null, chatsMonths: null }])
    expect(told.mock.calls).toMatchObject([
      [{ companyId: COMPANY, kind: 'messages', erased: { messages: 1_000 } }],
    ])
    desk.ports.clock.advance(MINUTE)
    await work()
    expect((await messagesOf(kept)).length).toBe(LARGE - 1_000)
    expect((await read()).messages).toMatchObject({ left: 0, isRunning: false })
  })

  it('erases nothing of a rule that is taken back while a batch is under way', async () => {
    const kept = await conversation(daysAgo(300), ['oi', 10])
    await save({ messagesMonths: 6 })
    const takenBack = new Proxy(desk.deps.documents, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (name !== 'get') return value
        return async (...[company, ids]: Parameters<EnforceDeps['documents']['get']>) => {
          await save({ messagesMonths: null })
          return target.get(company, ids)
        }
      },
    })
    await enforceRetention(deps({ documents: takenBack }), NEVER)
    expect([(await messagesOf(kept)).length, await filesOf(kept), runs]).toEqual([2, 1, []])
  })

  it('keeps no other company waiting', async () => {
    await conversation(daysAgo(300), ['oi'])
    const theirs = await conversation(daysAgo(300), ['oi'], { company: FOREIGN })
    await save({ messagesMonths: 6 })
    await save({ messagesMonths: 6 }, other)
    const list = desk.deps.closedTickets.list.bind(desk.deps.closedTickets)
    const closedTickets = Object.assign(
      Object.create(desk.deps.closedTickets) as EnforceDeps['closedTickets'],
      {
        list: (...[tx, asked, after, most]: Parameters<EnforceDeps['closedTickets']['list']>) => {
          if (asked.companyId === COMPANY) throw new Error('broken')
          return list(tx, asked, after, most)
        },
      },
    )
    await expect(enforceRetention(deps({ closedTickets }), NEVER)).rejects.toThrow('1 batches failed')
    expect(await messagesOf(theirs)).toEqual([])
    expect(runs).toMatchObject([{ companyId: FOREIGN, erased: counts(1, 1, 0, 0) }])
  })
})
