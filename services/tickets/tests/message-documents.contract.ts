import { companyId, messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { Database } from '@balcao/kernel'

import {
  addTranscript,
  attachFile,
  fillContent,
  reviseBody,
  type MessageDocument,
  type MessageDocuments,
} from '../src/features/messages'
import { illustrateFile } from '../src/features/messages/document-changes'

const OURS = companyId(7)
const THEIRS = companyId(8)

let count = 0
const freshId = () => messageId(`019c0000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`)
const build = (fields: Partial<MessageDocument> = {}): MessageDocument => ({
  id: freshId(),
  body: 'olá',
  vcard: '',
  senderName: 'Ana',
  ...fields,
})

export { OURS, THEIRS, build as buildDocument }

const LATER = new Date('2026-11-21T12:00:00.000Z')

const media = {
  key: 'companies/7/a.png',
  name: 'a "b".png',
  mimeType: 'image/png',
  sizeBytes: 3,
  width: 1,
  height: 2,
  durationSeconds: 0,
  waveform: 'AAAA',
  thumbnail: '/9j/',
}

/**
 * The contract of `MessageDocuments`, for every adapter.
 * @param db where the rows of messages are
 * @param afterPut what happens to documents between their message and all that follows
 */
export function describeMessageDocuments(
  name: string,
  documents: () => MessageDocuments,
  db: () => Pick<Database, 'withTenant'>,
  afterPut: () => Promise<void> = () => Promise.resolve(),
): void {
  const write = (company: CompanyId, written: readonly MessageDocument[]) =>
    db().withTenant(company, async (tx) => documents().put(tx, company, written))
  const put = async (company: CompanyId, written: readonly MessageDocument[]) => {
    await write(company, written)
    await afterPut()
  }
  const attach = async (company: CompanyId, id: MessageId, file: Media) =>
    (await documents().change(company, id, attachFile(file)))?.media?.key === file.key
  const illustrate = async (company: CompanyId, id: MessageId, thumbnail: string) =>
    (await documents().change(company, id, illustrateFile(thumbnail)))?.media?.thumbnail === thumbnail

  describe(`message documents in ${name}`, () => {
    it('come back as they went', async () => {
      const written = build({
        body: 'ção 😀 {"$gt":""} \n \u0000 $where a.b',
        media,
        quoted: { id: freshId(), body: 'antes', kind: 'chat', fromMe: true, senderName: '' },
        location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua 1' },
        vcard: 'BEGIN:VCARD',
        template: {
          name: 'pedido_saiu',
          language: 'pt_BR',
          parameters: [{ part: 'body', index: 0, buttonType: '', name: '', text: 'Ana' }],
        },
        choices: {
          kind: 'list',
          text: 'Escolha:',
          button: 'Ver opções',
          options: [{ id: '1', title: 'Vendas', description: '' }],
          url: '',
        },
      })
      await put(OURS, [written])
      expect((await documents().get(OURS, [written.id])).get(written.id)).toEqual(written)
    })

    it('keep the first write; a repeat changes nothing', async () => {
      const first = build({ body: 'primeira' })
      await put(OURS, [first])
      await put(OURS, [{ ...first, body: 'segunda' }])
      expect((await documents().get(OURS, [first.id])).get(first.id)?.body).toBe('primeira')
    })

    it('are not written by a transaction that is rolled back', async () => {
      const one = build()
      const failing = db().withTenant(OURS, async (tx) => {
        documents().put(tx, OURS, [one])
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      expect(await documents().get(OURS, [one.id])).toEqual(new Map())
    })

    it('are read at the end of a transaction, or said to be elsewhere', async () => {
      const [one, other] = [build(), build()]
      await put(OURS, [one, other])
      const read = (company: CompanyId, ids: MessageId[]) =>
        db().withTenant(company, (tx) => documents().getLast(tx, company, ids))
      const found = await read(OURS, [one.id, other.id])
      expect(found ?? (await documents().get(OURS, [one.id, other.id]))).toEqual(
        new Map([one, other].map((document) => [document.id, document])),
      )
      expect((await read(THEIRS, [one.id]))?.size ?? 0).toBe(0)
    })

    it('take twenty writers of one id at once', async () => {
      const one = build()
      await Promise.all(Array.from({ length: 20 }, (_, index) => write(OURS, [{ ...one, body: `${index}` }])))
      expect((await documents().get(OURS, [one.id])).size).toBe(1)
    })

    it('of another company and unknown ones are absent', async () => {
      const ours = build()
      const theirs = build()
      await put(OURS, [ours])
      await put(THEIRS, [theirs])
      expect([...(await documents().get(OURS, [ours.id, theirs.id, freshId()])).keys()]).toEqual([ours.id])
      expect((await documents().get(OURS, [])).size).toBe(0)
    })

    it('are revised by their company only, once, and remember what they said', async () => {
      const one = build({ media })
      await put(OURS, [one])
      await documents().change(THEIRS, one.id, reviseBody('roubada', LATER))
      await documents().change(OURS, one.id, reviseBody('nova', LATER))
      await documents().change(OURS, one.id, reviseBody('nova', LATER))
      await documents().change(OURS, freshId(), reviseBody('de ninguém', LATER))
      expect((await documents().get(OURS, [one.id])).get(one.id)).toEqual({
        ...one,
        body: 'nova',
        earlier: [{ body: 'olá', until: LATER.toISOString() }],
      })
    })

    it('keep at most twenty earlier bodies, the latest', async () => {
      const one = build({ body: '0' })
      await put(OURS, [one])
      for (let edit = 1; edit <= 25; edit += 1)
        await documents().change(OURS, one.id, reviseBody(`${edit}`, LATER))
      const known = (await documents().get(OURS, [one.id])).get(one.id)
      expect(known?.body).toBe('25')
      expect(known?.earlier?.map(({ body }) => body)).toEqual(
        Array.from({ length: 20 }, (_, index) => `${index + 5}`),
      )
    })

    it('lose no body to ten revisions at once', async () => {
      const one = build({ body: 'first' })
      await put(OURS, [one])
      const bodies = Array.from({ length: 10 }, (_, index) => `${index}`)
      await Promise.all(bodies.map((body) => documents().change(OURS, one.id, reviseBody(body, LATER))))
      const known = (await documents().get(OURS, [one.id])).get(one.id)
      expect([known?.body, ...(known?.earlier ?? []).map(({ body }) => body)].sort()).toEqual([
        ...bodies,
        'first',
      ])
    })

    it('take one of two files that come at once', async () => {
      const one = build()
      await put(OURS, [one])
      const files = ['companies/7/a.png', 'companies/7/b.png'].map((key) => ({ ...media, key }))
      const taken = await Promise.all(files.map((file) => attach(OURS, one.id, file)))
      expect([...taken].sort()).toEqual([false, true])
      expect((await documents().get(OURS, [one.id])).get(one.id)?.media).toEqual(files[taken.indexOf(true)])
    })

    it('are put beside others that are there already', async () => {
      const known = build({ body: 'conhecida' })
      const fresh = Array.from({ length: 99 }, () => build())
      await put(OURS, [known])
      await put(OURS, [{ ...known, body: 'outra' }, ...fresh])
      const found = await documents().get(OURS, [known.id, ...fresh.map(({ id }) => id)])
      expect([found.size, found.get(known.id)?.body]).toEqual([100, 'conhecida'])
    })

    it('are not changed by another company that writes under the same id', async () => {
      const ours = build({ body: 'nossa' })
      await put(OURS, [ours])
      await write(THEIRS, [{ ...ours, body: 'deles' }])
      await documents().erase(THEIRS, [ours.id])
      await documents().remove(THEIRS, [ours.id])
      expect((await documents().get(OURS, [ours.id])).get(ours.id)).toEqual(ours)
    })

    it('take a file that was missing, the first one only, of their company only', async () => {
      const one = build()
      await put(OURS, [one])
      expect([
        await attach(THEIRS, one.id, media),
        await attach(OURS, one.id, media),
        await attach(OURS, one.id, media),
        await attach(OURS, one.id, { ...media, key: 'companies/7/b.png' }),
        await attach(OURS, freshId(), media),
      ]).toEqual([false, true, true, false, false])
      expect((await documents().get(OURS, [one.id])).get(one.id)).toEqual({ ...one, media })
    })

    it('take the first page of their file, the first one only, of their company only', async () => {
      const { thumbnail: _drawn, ...file } = media
      const [one, plain] = [build({ media: file }), build()]
      await put(OURS, [one, plain])
      expect([
        await illustrate(THEIRS, one.id, 'cGFnZQ=='),
        await illustrate(OURS, one.id, 'cGFnZQ=='),
        await illustrate(OURS, one.id, 'cGFnZQ=='),
        await illustrate(OURS, one.id, 'b3RoZXI='),
        await illustrate(OURS, plain.id, 'cGFnZQ=='),
        await illustrate(OURS, freshId(), 'cGFnZQ=='),
      ]).toEqual([false, true, true, false, false, false])
      const known = await documents().get(OURS, [one.id, plain.id])
      expect(known.get(one.id)).toEqual({ ...one, media: { ...file, thumbnail: 'cGFnZQ==' } })
      expect(known.get(plain.id)).toEqual(plain)
    })

    it('take what is said in their file, the first transcript only, of their company only', async () => {
      const [one, plain] = [build({ media }), build()]
      await put(OURS, [one, plain])
      await documents().change(THEIRS, one.id, addTranscript('roubada'))
      await documents().change(OURS, one.id, addTranscript('bom dia'))
      await documents().change(OURS, one.id, addTranscript('boa tarde'))
      for (const id of [plain.id, freshId()]) await documents().change(OURS, id, addTranscript('bom dia'))
      await documents().change(OURS, one.id, reviseBody('legenda', LATER))
      const known = await documents().get(OURS, [one.id, plain.id])
      expect(known.get(one.id)).toMatchObject({ body: 'legenda', media, transcript: 'bom dia' })
      expect(known.get(plain.id)).toEqual(plain)
      await documents().erase(OURS, [one.id])
      await documents().change(OURS, one.id, addTranscript('bom dia'))
      expect((await documents().get(OURS, [one.id])).get(one.id)).not.toHaveProperty('transcript')
    })

    it('without a word said keep that', async () => {
      const one = build({ media })
      await put(OURS, [one])
      await documents().change(OURS, one.id, addTranscript(''))
      await documents().change(OURS, one.id, addTranscript('ruído'))
      expect((await documents().get(OURS, [one.id])).get(one.id)?.transcript).toBe('')
    })

    it('are filled in by their company only, and keep what they said before', async () => {
      const empty = build({ body: '' })
      const ad = { title: 'a', body: 'b', url: 'https://c', sourceType: 'ad', sourceId: '1', thumbnail: '' }
      const content = { ...empty, body: 'cheia', media, ad }
      await put(OURS, [empty])
      await documents().change(THEIRS, empty.id, fillContent(content))
      await documents().change(OURS, freshId(), fillContent(content))
      expect((await documents().get(OURS, [empty.id])).get(empty.id)?.body).toBe('')
      await documents().change(OURS, empty.id, fillContent(content))
      await documents().change(OURS, empty.id, fillContent(content))
      expect((await documents().get(OURS, [empty.id])).get(empty.id)).toEqual(content)
      await documents().change(OURS, empty.id, reviseBody('outra', LATER))
      await documents().change(OURS, empty.id, fillContent(content))
      expect((await documents().get(OURS, [empty.id])).get(empty.id)?.earlier).toHaveLength(1)
      await documents().erase(OURS, [empty.id])
      expect((await documents().get(OURS, [empty.id])).get(empty.id)).not.toHaveProperty('ad')
    })

    it('are erased by their company only, for good, also twice', async () => {
      const one = build({ media, body: 'segredo' })
      await put(OURS, [one])
      await documents().erase(THEIRS, [one.id])
      expect((await documents().get(OURS, [one.id])).get(one.id)?.body).toBe('segredo')
      await documents().erase(OURS, [one.id])
      await documents().erase(OURS, [one.id])
      await put(OURS, [one])
      const erased = (await documents().get(OURS, [one.id])).get(one.id)
      expect([erased?.body, erased?.media]).toEqual(['', undefined])
    })

    it('lose what was quoted, said before and located when they are erased', async () => {
      const one = build({
        quoted: { id: freshId(), body: 'antes', kind: 'chat', fromMe: true, senderName: 'Ana' },
        location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua 1' },
      })
      await put(OURS, [one])
      await documents().change(OURS, one.id, reviseBody('outra', LATER))
      await documents().erase(OURS, [one.id])
      expect((await documents().get(OURS, [one.id])).get(one.id)).toEqual({
        id: one.id,
        body: '',
        vcard: '',
        senderName: '',
      })
    })

    it('no longer say what they quote when that was erased, of their company only', async () => {
      const quoted = (id: MessageId) => ({ id, body: 'antes', kind: 'chat', fromMe: true, senderName: 'Ana' })
      const [erased, kept] = [freshId(), freshId()]
      const [one, other, plain] = [
        build({ quoted: quoted(erased) }),
        build({ quoted: quoted(kept) }),
        build(),
      ]
      await put(OURS, [one, other, plain])
      const ids = [one.id, other.id, plain.id]
      await documents().unquote(THEIRS, ids, [erased])
      expect((await documents().get(OURS, ids)).get(one.id)).toEqual(one)
      for (const again of [ids, ids, []]) await documents().unquote(OURS, again, [erased])
      const found = await documents().get(OURS, ids)
      expect(ids.map((id) => found.get(id))).toEqual([
        { ...one, quoted: { ...quoted(erased), body: '', senderName: '' } },
        other,
        plain,
      ])
    })

    it('are removed by their company only, also twice', async () => {
      const [one, other] = [build(), build()]
      await put(OURS, [one, other])
      await documents().remove(THEIRS, [one.id])
      expect((await documents().get(OURS, [one.id])).size).toBe(1)
      await documents().remove(OURS, [one.id])
      await documents().remove(OURS, [one.id, freshId()])
      await documents().remove(OURS, [])
      expect([...(await documents().get(OURS, [one.id, other.id])).keys()]).toEqual([other.id])
    })
  })
}
