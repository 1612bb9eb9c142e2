import { type FileListView } from '@balcao/contracts'
import { DAY, type Session } from '@balcao/kernel'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import { codeOf, openEmptyDesk, openTeams, type Answer, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let admin: Session
let agent: Session
let stranger: Session

beforeAll(async () => ({ pg, admin, agent, stranger } = await openTeams()))
beforeEach(async () => ({ desk, http } = await openEmptyDesk(pg, 'file_lists')))
afterEach(() => http.close())

const ask = (method: string, path: string, body?: unknown, session = admin) =>
  http.ask(session, method, path, body)
const found = ({ status, body }: Answer): FileListView => {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as unknown as FileListView
}
const create = async (name: string, options: object[] = []) =>
  found(await ask('POST', '/files', { name, message: 'Segue em anexo', options }))
const upload = (id: number, files: [option: number, text: string][], session = admin) => {
  const form = new FormData()
  form.append('fileId', String(id))
  form.append('typeArch', 'fileList')
  for (const [option] of files) form.append('id', String(option))
  for (const [, text] of files) form.append('files', new Blob([text], { type: 'text/plain' }), `${text}.txt`)
  return ask('POST', `/files/uploadList/${id}`, form, session)
}
const told = async () => (await readOutbox(pg, 'campaigns')).map(({ body }) => body.$case)
const keys = async () =>
  (
    await pg.sql<{ key: string | null }>(
      `SELECT o->'media'->>'key' AS key FROM campaigns.file_lists, jsonb_array_elements(options) o`,
    )
  ).flatMap(({ key }) => key ?? [])
const sizeOf = async (key: string | undefined) => (await desk.ports.blobs.info(key ?? ''))?.sizeBytes
const sweepTomorrow = async () => {
  desk.ports.clock.advance(DAY + 1)
  await desk.ports.pendingBlobs.sweep(new AbortController().signal)
}

it('has options in their order, each with a file, and tells every change', async () => {
  const list = await create('Tabelas', [{ name: 'preços' }, { name: 'prazos' }])
  expect(list.options).toEqual([
    { id: 1, name: 'preços', path: null, mediaType: null, media: null },
    { id: 2, name: 'prazos', path: null, mediaType: null, media: null },
  ])
  const filled = found(
    await upload(list.id, [
      [2, 'dois'],
      [1, 'um'],
    ]),
  )
  expect(filled.options.map(({ name, media }) => [name, media?.name])).toEqual([
    ['preços', 'um.txt'],
    ['prazos', 'dois.txt'],
  ])
  expect(filled.options[0]?.path).toContain('/public/m/')
  expect(found(await ask('GET', `/files/${list.id}`, undefined, agent))).toEqual(filled)
  const swapped = found(
    await ask('PUT', `/files/${list.id}`, { options: [{ id: 2, name: 'prazos' }, { name: 'novo' }] }),
  )
  expect(swapped.options.map(({ id, media }) => [id, media?.name])).toEqual([
    [2, 'dois.txt'],
    [3, undefined],
  ])
  await ask('DELETE', `/files/${list.id}`)
  expect(await told()).toEqual(['fileListChanged', 'fileListChanged', 'fileListChanged', 'fileListDeleted'])
})

it('keeps files until they are replaced or dropped, and a day longer', async () => {
  const { id } = await create('Tabelas', [{ name: 'a' }, { name: 'b' }])
  await upload(id, [
    [1, 'um'],
    [2, 'dois'],
  ])
  const [first, second] = await keys()
  await upload(id, [[1, 'tres!']])
  const [third] = await keys()
  expect(await Promise.all([first, second, third].map(sizeOf))).toEqual([2, 4, 5])
  await sweepTomorrow()
  expect(await Promise.all([first, second, third].map(sizeOf))).toEqual([undefined, 4, 5])
  await ask('DELETE', `/files/${id}`)
  await sweepTomorrow()
  expect(await Promise.all([second, third].map(sizeOf))).toEqual([undefined, undefined])
})

it('changes nothing by a form without files, which clients send with every list', async () => {
  const before = await create('Tabelas', [{ name: 'a' }])
  expect(found(await upload(before.id, []))).toEqual(before)
  expect(codeOf(await upload(before.id, [], stranger))).toEqual([404, 'ERR_NO_FILE_FOUND'])
})

it('stores nothing of an upload that does not fit', async () => {
  const { id } = await create('Tabelas', [{ name: 'a' }])
  expect(codeOf(await upload(id, [[9, 'um']]))).toEqual([404, 'ERR_NO_FILE_FOUND'])
  expect(
    codeOf(
      await upload(id, [
        [1, 'um'],
        [1, 'dois'],
      ]),
    ),
  ).toEqual([400, 'ERR_VALIDATION'])
  expect(codeOf(await upload(id, [[1, '']]))).toEqual([400, 'ERR_MEDIA_EMPTY'])
  expect(await keys()).toEqual([])
  expect(await pg.sql('SELECT key FROM campaigns.pending_blobs')).toEqual([])
})

it('has a name and a message, the name once in its company', async () => {
  await create('Tabelas')
  const make = (body: object, session = admin) => ask('POST', '/files', body, session)
  expect(codeOf(await make({ name: ' tábelas ', message: 'x' }))).toEqual([409, 'ERR_FILE_ALREADY_EXISTS'])
  expect((await make({ name: 'Tabelas', message: 'x' }, stranger)).status).toBe(200)
  expect((await make({ name: 'ab', message: 'x' })).body).toMatchObject({
    fields: { name: 'nome muito curto' },
  })
  expect((await make({ name: 'abc', message: ' ' })).status).toBe(400)
  const tooMany = Array.from({ length: 21 }, () => ({ name: 'x' }))
  expect((await make({ name: 'abc', message: 'x', options: tooMany })).status).toBe(400)
})

it('is made by administrators, read by agents, and not there for another company', async () => {
  const { id } = await create('Tabelas', [{ name: 'a' }])
  for (const [method, path, body] of [
    ['POST', '/files', { name: 'abc', message: 'x' }],
    ['PUT', `/files/${id}`, { name: 'abc' }],
    ['DELETE', `/files/${id}`, undefined],
  ] as const)
    expect(codeOf(await ask(method, path, body, agent))).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(codeOf(await upload(id, [[1, 'um']], stranger))).toEqual([404, 'ERR_NO_FILE_FOUND'])
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { name: 'abc' }],
    ['DELETE', undefined],
  ] as const)
    expect(codeOf(await ask(method, `/files/${id}`, body, stranger))).toEqual([404, 'ERR_NO_FILE_FOUND'])
})

it('is listed by name, twenty a page, found by a part of it', async () => {
  for (let number = 10; number < 31; number += 1) await create(`Catálogo ${number}`)
  const page = async (query: string) => (await ask('GET', `/files?${query}`)).body
  expect(await page('searchParam=CATALOGO')).toMatchObject({ count: 21, hasMore: true })
  expect(await page('pageNumber=2')).toMatchObject({ hasMore: false, files: [{ name: 'Catálogo 30' }] })
  expect(await page('searchParam=_')).toMatchObject({ files: [] })
})
