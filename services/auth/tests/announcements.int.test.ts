import type { AnnouncementView } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { seedUser, startAuth, type AuthRig } from './support'

let auth: AuthRig
let operator: string
let admin: string
let stranger: string

beforeAll(async () => {
  auth = await startAuth()
  await auth.seed({
    name: 'Operadora',
    users: [seedUser('super@balcao.test', { profile: 'admin', super: true })],
  })
  await auth.seed({ name: 'Acme', users: [seedUser('admin@acme.test', { profile: 'admin' })] })
  await auth.seed({ name: 'Boreal', users: [seedUser('ana@boreal.test')] })
  operator = (await auth.login('super@balcao.test')).token
  admin = (await auth.login('admin@acme.test')).token
  stranger = (await auth.login('ana@boreal.test')).token
  await auth.settle()
})

beforeEach(async () => {
  await auth.pg.sql('DELETE FROM auth.announcements')
  await auth.pg.sql('DELETE FROM auth.outbox')
})

const call = (method: string, path: string, body?: unknown, token = operator) =>
  auth.call(method, `/announcements${path}`, { token, ...(body !== undefined && { body }) })
const create = async (body: object = {}) =>
  (await call('POST', '', { title: 'Manutenção', text: 'No domingo', ...body })).body as AnnouncementView
const listTitles = async (token: string, query = '') => {
  const { body } = await call('GET', query, undefined, token)
  return (body as { records: AnnouncementView[] }).records.map(({ title }) => title)
}
const told = async () =>
  (await readOutbox(auth.pg, 'auth')).map(({ companyId, body }) => [companyId, body.$case])
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: string }).error,
]

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(
  id: number,
  content: Buffer,
  name = 'aviso.png',
): Promise<{ status: number; body: unknown }> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const answer = await fetch(`${auth.url}/announcements/${id}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator}` },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

it('reaches every company while it is active, each by an event of its own', async () => {
  const made = await create()
  expect(made).toMatchObject({ priority: 3, status: true, mediaPath: null })
  expect(await told()).toEqual([
    [1, 'announcementChanged'],
    [2, 'announcementChanged'],
    [3, 'announcementChanged'],
  ])
  for (const token of [admin, stranger]) expect(await listTitles(token)).toEqual(['Manutenção'])
  await call('PUT', `/${made.id}`, { status: false })
  for (const token of [admin, stranger]) {
    expect(await listTitles(token)).toEqual([])
    expect(codeOf(await call('GET', `/${made.id}`, undefined, token))).toEqual([
      404,
      'ERR_NO_ANNOUNCEMENT_FOUND',
    ])
  }
  expect(await listTitles(operator)).toEqual(['Manutenção'])
  await auth.pg.sql('DELETE FROM auth.outbox')
  await call('DELETE', `/${made.id}`)
  expect(await told()).toHaveLength(3)
  expect(await listTitles(operator)).toEqual([])
})

it('is written by super users only', async () => {
  const { id } = await create()
  for (const [method, path, body] of [
    ['POST', '', { title: 'x', text: 'x' }],
    ['PUT', `/${id}`, { title: 'x' }],
    ['DELETE', `/${id}`, undefined],
    ['DELETE', `/${id}/media-upload`, undefined],
  ] as const)
    expect(codeOf(await call(method, path, body, admin))).toEqual([403, 'ERR_NO_SUPER'])
  expect(codeOf(await call('POST', '', { title: ' ', text: 'x' }))).toEqual([400, 'ERR_VALIDATION'])
  expect(codeOf(await call('POST', '', { title: 'x', text: 'x', priority: 4 }))).toEqual([
    400,
    'ERR_VALIDATION',
  ])
})

it('is listed newest first, twenty a page, found by a part of the title', async () => {
  for (let number = 10; number < 31; number += 1) {
    auth.ports.clock.advance(1_000)
    await create({ title: `Atualização ${number}` })
  }
  expect((await listTitles(admin)).slice(0, 2)).toEqual(['Atualização 30', 'Atualização 29'])
  expect(await listTitles(admin, '?pageNumber=2')).toEqual(['Atualização 10'])
  expect(await listTitles(admin, '?searchParam=ATUALIZACAO%202')).toHaveLength(10)
})

it('has a picture, by its content and not its name, which is swept a day after it was replaced', async () => {
  const { id } = await create()
  expect(codeOf(await upload(id, Buffer.from('%PDF-1.4 x'), 'aviso.png'))).toEqual([
    400,
    'ERR_MEDIA_NOT_ALLOWED',
  ])
  expect(codeOf(await upload(id, Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])))).toEqual([
    413,
    'ERR_MEDIA_TOO_LARGE',
  ])
  expect((await upload(id, PNG)).body).toMatchObject({ mediaName: 'aviso.png' })
  const { body } = await call('GET', `/${id}`, undefined, stranger)
  expect((body as AnnouncementView).mediaPath).toContain('/public/m/companies/1/')
  const [row] = await auth.pg.sql<{ key: string }>(`SELECT media->>'key' AS key FROM auth.announcements`)
  await call('DELETE', `/${id}/media-upload`)
  expect(await auth.ports.blobs.info(row?.key ?? '')).toBeDefined()
  auth.ports.clock.advance(DAY + 1)
  await auth.ports.pendingBlobs.sweep(new AbortController().signal)
  expect(await auth.ports.blobs.info(row?.key ?? '')).toBeUndefined()
})
