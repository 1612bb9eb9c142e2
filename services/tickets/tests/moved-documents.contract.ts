import type { MovedDocuments } from '../src/features/messages'
import { reviseBody } from '../src/features/messages'
import { buildDocument, OURS, THEIRS } from './message-documents.contract'

/**
 * What `MovedDocuments` has of its own, for every adapter; the rest is the contract of `MessageDocuments`.
 * @param putUnnumbered writes a document as an earlier release did
 */
export function describeMovedDocuments(
  name: string,
  moved: () => MovedDocuments,
  putUnnumbered: (company: typeof OURS, document: ReturnType<typeof buildDocument>) => Promise<void>,
): void {
  const build = (body = 'olá') => buildDocument({ body })
  const move = (document: ReturnType<typeof build>, revision: number, companyId = OURS) => ({
    companyId,
    revision,
    document,
  })
  const bodyOf = async ({ id }: { id: ReturnType<typeof build>['id'] }, company = OURS) =>
    (await moved().get(company, [id])).get(id)?.body

  describe(`documents moved to ${name}`, () => {
    it('arrive, of several companies at once, and once more without a change', async () => {
      const [ours, theirs] = [build('nossa'), build('deles')]
      const moves = [move(ours, 1), move(theirs, 1, THEIRS)]
      expect(await moved().write(moves)).toEqual(moves)
      expect(await moved().write([{ ...moves[0]!, document: { ...ours, body: 'outra' } }])).toHaveLength(1)
      expect([await bodyOf(ours), await bodyOf(theirs, THEIRS), await bodyOf(theirs)]).toEqual([
        'nossa',
        'deles',
        undefined,
      ])
      expect(await moved().write([])).toEqual([])
    })

    it('are replaced by a newer revision, whatever else is written with it, and by no older one', async () => {
      const [one, other] = [build('1'), build('de antes')]
      await moved().write([move(one, 1), move(other, 3)])
      const moves = [move({ ...one, body: '2' }, 2), move({ ...other, body: 'velha' }, 2), move(build(), 1)]
      expect(await moved().write(moves)).toEqual(moves)
      expect([await bodyOf(one), await bodyOf(other)]).toEqual(['2', 'de antes'])
      expect(await moved().write([move({ ...one, body: '1' }, 1)])).toHaveLength(1)
      expect(await bodyOf(one)).toBe('2')
    })

    it('that were changed or erased there are not replaced by the revision that was moved', async () => {
      const [one, other] = [build('1'), build('segredo')]
      await moved().write([move(one, 4), move(other, 4)])
      await moved().change(OURS, one.id, reviseBody('2', new Date(0)))
      await moved().erase(OURS, [other.id])
      await moved().write([move(one, 4), move(other, 4)])
      expect([await bodyOf(one), await bodyOf(other)]).toEqual(['2', ''])
    })

    it('of another company under the same id are refused', async () => {
      const one = build('nossa')
      await moved().write([move(one, 1)])
      const [fresh, foreign] = [move(build(), 1, THEIRS), move({ ...one, body: 'deles' }, 2, THEIRS)]
      expect(await moved().write([foreign, fresh])).toEqual([fresh])
      expect(await bodyOf(one)).toBe('nossa')
    })

    it('of an earlier release, without a revision, are older than any with one, and newer than a copy without', async () => {
      const [one, other] = [build('1'), build('1')]
      for (const document of [one, other]) await putUnnumbered(OURS, document)
      const moves = [move({ ...one, body: 'cópia' }, 0), move({ ...other, body: 'nova' }, 1)]
      expect(await moved().write(moves)).toEqual(moves)
      expect([await bodyOf(one), await bodyOf(other)]).toEqual(['1', 'nova'])
      await moved().change(OURS, one.id, reviseBody('2', new Date(0)))
      expect(await moved().write([moves[0]!])).toEqual([moves[0]])
      expect(await bodyOf(one)).toBe('2')
      const absent = move(build('só aqui'), 0)
      await moved().write([absent])
      expect(await bodyOf(absent.document)).toBe('só aqui')
    })

    it('of ten writers at once end with the newest', async () => {
      const one = build()
      const moves = Array.from({ length: 10 }, (_, index) =>
        move({ ...one, body: `${index + 1}` }, index + 1),
      )
      const arrived = await Promise.all(moves.map((written) => moved().write([written])))
      // One that met another's first write may be refused: it stays where it is, and is moved again.
      const highest = Math.max(...arrived.flat().map(({ revision }) => revision))
      expect(Number(await bodyOf(one))).toBeGreaterThanOrEqual(highest)
      await moved().write([moves[9]!])
      expect(await bodyOf(one)).toBe('10')
    })
  })
}
