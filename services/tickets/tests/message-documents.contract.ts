import { companyId, messageId } from '@balcao/contracts'

import type { MessageDocument, MessageDocuments } from '../src/features/messages'

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

const LATER = new Date('2026-11-21T12:00:00.000Z')

const media = {
  key: 'companies/7/a.png',
  name: 'a "b".png',
  mimeType: 'image/png',
  sizeBytes: 3,
  width: 1,
  height: 2,
  durationSeconds: 0,
}

/** What every home of message documents must do. */
export function describeMessageDocuments(name: string, documents: () => MessageDocuments): void {
  describe(`message documents in ${name}`, () => {
    it('come back as they went', async () => {
      const written = build({
        body: 'ção 😀 {"$gt":""} \n',
        media,
        quoted: { id: freshId(), body: 'antes', kind: 'chat', fromMe: true, senderName: '' },
        location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua 1' },
        vcard: 'BEGIN:VCARD',
      })
      await documents().put(OURS, [written])
      expect((await documents().get(OURS, [written.id])).get(written.id)).toEqual(written)
    })

    it('keep the first write; a repeat changes nothing', async () => {
      const first = build({ body: 'primeira' })
      await documents().put(OURS, [first])
      await documents().put(OURS, [{ ...first, body: 'segunda' }])
      expect((await documents().get(OURS, [first.id])).get(first.id)?.body).toBe('primeira')
    })

    it('take twenty writers of one id at once', async () => {
      const one = build()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => documents().put(OURS, [{ ...one, body: `${index}` }])),
      )
      expect((await documents().get(OURS, [one.id])).size).toBe(1)
    })

    it('of another company and unknown ones are absent', async () => {
      const ours = build()
      const theirs = build()
      await documents().put(OURS, [ours])
      await documents().put(THEIRS, [theirs])
      expect([...(await documents().get(OURS, [ours.id, theirs.id, freshId()])).keys()]).toEqual([ours.id])
      expect((await documents().get(OURS, [])).size).toBe(0)
    })

    it('are revised by their company only, once, and remember what they said', async () => {
      const one = build({ media })
      await documents().put(OURS, [one])
      await documents().revise(THEIRS, one.id, 'roubada', LATER)
      await documents().revise(OURS, one.id, 'nova', LATER)
      await documents().revise(OURS, one.id, 'nova', LATER)
      await documents().revise(OURS, freshId(), 'de ninguém', LATER)
      expect((await documents().get(OURS, [one.id])).get(one.id)).toEqual({
        ...one,
        body: 'nova',
        earlier: [{ body: 'olá', until: LATER.toISOString() }],
      })
    })

    it('take a file that was missing, the first one only, of their company only', async () => {
      const one = build()
      await documents().put(OURS, [one])
      expect([
        await documents().attach(THEIRS, one.id, media),
        await documents().attach(OURS, one.id, media),
        await documents().attach(OURS, one.id, media),
        await documents().attach(OURS, one.id, { ...media, key: 'companies/7/b.png' }),
        await documents().attach(OURS, freshId(), media),
      ]).toEqual([false, true, true, false, false])
      expect((await documents().get(OURS, [one.id])).get(one.id)).toEqual({ ...one, media })
    })

    it('are erased by their company only, for good, also twice', async () => {
      const one = build({ media, body: 'segredo' })
      await documents().put(OURS, [one])
      await documents().erase(THEIRS, [one.id])
      expect((await documents().get(OURS, [one.id])).get(one.id)?.body).toBe('segredo')
      await documents().erase(OURS, [one.id])
      await documents().erase(OURS, [one.id])
      await documents().put(OURS, [one])
      const erased = (await documents().get(OURS, [one.id])).get(one.id)
      expect([erased?.body, erased?.media]).toEqual(['', undefined])
    })
  })
}
