import { messageId, type CompanyId } from '@balcao/contracts'

import { MovingMessageDocuments } from '../src/adapters/moving-message-documents'
import { PgDocumentMoves } from '../src/adapters/postgres/pg-document-moves'
import { moveDocuments } from '../src/features/housekeeping'
import {
  reviseBody,
  type DocumentMove,
  type DocumentMoves,
  type MessageDocument,
  type MovedDocuments,
} from '../src/features/messages'
import { MemoryMovedDocuments } from './memory-moved-documents'
import { buildDocument, OURS, THEIRS } from './message-documents.contract'
import { letTimePass, moveAll } from './move-all'
import { rig, type Rig } from './support'

let desk: Rig
let store: MemoryMovedDocuments
let documents: MovingMessageDocuments

beforeAll(async () => {
  desk = await rig()
})
beforeEach(async () => {
  await desk.pg.sql('DELETE FROM tickets.message_documents')
  store = new MemoryMovedDocuments()
  documents = new MovingMessageDocuments(desk.ports.db, store)
})

const NOW = new Date('2026-11-27T12:00:00.000Z')
const moves = () => new PgDocumentMoves(desk.ports.db)

async function put(document: MessageDocument, company: CompanyId = OURS): Promise<MessageDocument> {
  await desk.ports.db.withTenant(company, async (tx) => documents.put(tx, company, [document]))
  return document
}
/* As releases before revisions wrote it. */
async function putUnnumbered(document: MessageDocument): Promise<void> {
  await put(document)
  await desk.pg.sql('UPDATE tickets.message_documents SET revision = 0 WHERE id = $1', [document.id])
}
const edit = ({ id }: MessageDocument, body: string) => documents.change(OURS, id, reviseBody(body, NOW))
const bodyOf = async ({ id }: Pick<MessageDocument, 'id'>, company: CompanyId = OURS) =>
  (await documents.get(company, [id])).get(id)?.body
const waiting = async () =>
  (await desk.pg.sql<{ id: string }>('SELECT id FROM tickets.message_documents ORDER BY id')).map(
    ({ id }) => id,
  )
const stored = () => [...store.stored.values()].map(({ document }) => document.body).sort()

type Step = 'claimNext' | 'write' | 'finish'

/** The ports of a move in which `act` runs once, before or after a step; as a kill it throws. */
function interrupt(step: Step, when: 'before' | 'after', act: () => Promise<unknown>) {
  let isDone = false
  const around = async <T>(name: Step, run: () => Promise<T>): Promise<T> => {
    const isNow = name === step && !isDone
    if (isNow) isDone = true
    if (isNow && when === 'before') await act()
    const answer = await run()
    if (isNow && when === 'after') await act()
    return answer
  }
  const own = moves()
  const interrupted: DocumentMoves = {
    claimNext: (most) => around('claimNext', () => own.claimNext(most)),
    finish: (done) => around('finish', () => own.finish(done)),
  }
  const moved: MovedDocuments = Object.create(store, {
    write: { value: (given: DocumentMove[]) => around('write', () => store.write(given)) },
  })
  return { moves: interrupted, moved }
}
const run = (deps: ReturnType<typeof interrupt>) => moveDocuments(deps, new AbortController().signal)

const steps: [Step, 'before' | 'after'][] = [
  ['claimNext', 'before'],
  ['claimNext', 'after'],
  ['write', 'before'],
  ['write', 'after'],
  ['finish', 'before'],
  ['finish', 'after'],
]

describe('documents that move', () => {
  it('wait a minute, then are in the other store only, of every company', async () => {
    const [ours, theirs] = [await put(buildDocument({ body: 'nossa' })), buildDocument({ body: 'deles' })]
    await put(theirs, THEIRS)
    await run({ moves: moves(), moved: store })
    expect([await waiting(), stored()]).toEqual([[ours.id, theirs.id].sort(), []])
    await moveAll(desk, store)
    expect([await waiting(), stored()]).toEqual([[], ['deles', 'nossa']])
    expect([await bodyOf(ours), await bodyOf(theirs), await bodyOf(theirs, THEIRS)]).toEqual([
      'nossa',
      undefined,
      'deles',
    ])
  })

  it('are claimed by one of two processes at once', async () => {
    for (let index = 0; index < 20; index += 1) await put(buildDocument())
    await letTimePass(desk)
    const claimed = await Promise.all([moves().claimNext(15), moves().claimNext(15)])
    const ids = claimed.flat().map(({ document }) => document.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await moves().claimNext(100)).toHaveLength(20 - ids.length)
  })

  it.each(steps)('killed at %s, %s it: are read all the time, and moved once', async (step, when) => {
    const ours = [await put(buildDocument({ body: '1' })), await put(buildDocument({ body: '2' }))]
    const theirs = await put(buildDocument({ body: '3' }), THEIRS)
    await letTimePass(desk)
    const kill = () => Promise.reject(new Error('killed'))
    await expect(run(interrupt(step, when, kill))).rejects.toThrow('killed')
    expect([await bodyOf(ours[0]!), await bodyOf(ours[1]!), await bodyOf(theirs, THEIRS)]).toEqual([
      '1',
      '2',
      '3',
    ])
    await moveAll(desk, store)
    expect([await waiting(), stored()]).toEqual([[], ['1', '2', '3']])
    expect([await bodyOf(ours[0]!), await bodyOf(theirs, THEIRS)]).toEqual(['1', '3'])
  })

  it.each(steps)('edited at %s, %s it: are shown and moved with the edit', async (step, when) => {
    const one = await put(buildDocument({ body: 'primeira' }))
    await letTimePass(desk)
    await run(
      interrupt(step, when, async () => {
        await edit(one, 'segunda')
        expect(await bodyOf(one)).toBe('segunda')
      }),
    )
    expect(await bodyOf(one)).toBe('segunda')
    await moveAll(desk, store)
    expect([await waiting(), stored()]).toEqual([[], ['segunda']])
    expect((await documents.get(OURS, [one.id])).get(one.id)?.earlier).toEqual([
      { body: 'primeira', until: NOW.toISOString() },
    ])
  })

  it.each(steps)('erased at %s, %s it: are empty, and stay it', async (step, when) => {
    const one = await put(buildDocument({ body: 'segredo' }))
    await letTimePass(desk)
    await run(
      interrupt(step, when, async () => {
        await documents.erase(OURS, [one.id])
        expect(await bodyOf(one)).toBe('')
      }),
    )
    expect(await bodyOf(one)).toBe('')
    await moveAll(desk, store)
    expect([await waiting(), stored(), await bodyOf(one)]).toEqual([[], [''], ''])
  })

  it.each(steps)('removed at %s, %s it: are gone from both, now or at the next try', async (step, when) => {
    const one = await put(buildDocument({ body: 'segredo' }))
    await letTimePass(desk)
    const failures: unknown[] = []
    const remove = () => documents.remove(OURS, [one.id]).catch((error: unknown) => failures.push(error))
    await run(interrupt(step, when, remove))
    expect(failures).toHaveLength(
      step === 'claimNext' && when === 'before' ? 0 : step === 'finish' && when === 'after' ? 0 : 1,
    )
    for (const failure of failures) expect(failure).toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await remove()
    await moveAll(desk, store)
    expect([await waiting(), stored(), await bodyOf(one)]).toEqual([[], [], undefined])
  })

  it.each(steps)('that quote what is erased at %s, %s it, lose the quote', async (step, when) => {
    const quotedId = messageId('019c0000-0000-7000-8000-0000000000aa')
    const quoted = { id: quotedId, body: 'segredo', kind: 'chat', fromMe: true, senderName: 'Ana' }
    const one = await put(buildDocument({ quoted }))
    await letTimePass(desk)
    await run(interrupt(step, when, () => documents.unquote(OURS, [one.id], [quotedId])))
    const read = async () => (await documents.get(OURS, [one.id])).get(one.id)?.quoted?.body
    expect(await read()).toBe('')
    await moveAll(desk, store)
    expect([await waiting(), await read()]).toEqual([[], ''])
  })

  it('moved by another process meanwhile and changed there are not overwritten by a late writer', async () => {
    const one = await put(buildDocument({ body: 'primeira' }))
    await letTimePass(desk)
    const late = await moves().claimNext(10)
    await moveAll(desk, store)
    await edit(one, 'segunda')
    await moves().finish(await store.write(late))
    expect([stored(), await bodyOf(one)]).toEqual([['segunda'], 'segunda'])
  })

  it('are not claimed while the other store is away', async () => {
    const one = await put(buildDocument({ body: 'aqui' }))
    await letTimePass(desk)
    const away: MovedDocuments = Object.create(store, {
      assertReachable: { value: () => Promise.reject(new Error('away')) },
    })
    await expect(moveAll(desk, away)).rejects.toThrow('away')
    await documents.remove(OURS, [one.id])
    expect(await waiting()).toEqual([])
  })

  it('that are refused stay where they are, and keep no other one', async () => {
    const ours = await put(buildDocument({ body: 'nossa' }))
    await moveAll(desk, store)
    await put({ ...ours, body: 'deles' }, THEIRS)
    await put(buildDocument({ body: 'outra' }))
    await expect(moveAll(desk, store)).rejects.toThrow('1 message documents were refused')
    expect([await waiting(), stored()]).toEqual([[ours.id], ['nossa', 'outra']])
    expect([await bodyOf(ours), await bodyOf(ours, THEIRS)]).toEqual(['nossa', 'deles'])
  })
})

describe('documents that an earlier release wrote', () => {
  it('move like others, and are shown until then', async () => {
    const one = buildDocument({ body: 'antiga' })
    await putUnnumbered(one)
    expect(await bodyOf(one)).toBe('antiga')
    await moveAll(desk, store)
    expect([await waiting(), stored(), await bodyOf(one)]).toEqual([[], ['antiga'], 'antiga'])
  })

  it('are old copies where the other store has them: its own are shown, changed and kept', async () => {
    const [one, other] = [buildDocument({ body: 'cópia' }), buildDocument({ body: 'cópia' })]
    for (const document of [one, other]) {
      store.putUnnumbered(OURS, { ...document, body: 'atual' })
      await putUnnumbered(document)
    }
    expect([await bodyOf(one), await bodyOf(other)]).toEqual(['atual', 'atual'])
    await edit(one, 'revista')
    expect([await bodyOf(one), await waiting()]).toEqual(['revista', [other.id]])
    await moveAll(desk, store)
    expect([await waiting(), stored()]).toEqual([[], ['atual', 'revista']])
  })

  it('that only Postgres has are changed, erased and unquoted', async () => {
    const quotedId = messageId('019c0000-0000-7000-8000-0000000000bb')
    const quoted = { id: quotedId, body: 'segredo', kind: 'chat', fromMe: true, senderName: 'Ana' }
    const [one, other, third] = [buildDocument(), buildDocument(), buildDocument({ quoted })]
    for (const document of [one, other, third]) await putUnnumbered(document)
    await edit(one, 'revista')
    await documents.erase(OURS, [other.id])
    await documents.unquote(OURS, [third.id], [quotedId])
    const found = await documents.get(OURS, [one.id, other.id, third.id])
    expect([found.get(one.id)?.body, found.get(other.id)?.body, found.get(third.id)?.quoted?.body]).toEqual([
      'revista',
      '',
      '',
    ])
    await documents.remove(OURS, [one.id, other.id, third.id])
    expect([await waiting(), stored()]).toEqual([[], []])
  })

  it('wait with a change while they are being moved', async () => {
    const one = buildDocument({ body: 'antiga' })
    await putUnnumbered(one)
    await letTimePass(desk)
    const claimed = await moves().claimNext(10)
    await expect(edit(one, 'nova')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await moves().finish(await store.write(claimed))
    await edit(one, 'nova')
    expect(await bodyOf(one)).toBe('nova')
  })
})
