import { deskEvent, orderingKeys, ContactSnapshot, type DeskEvent } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import type { TestDatabase } from '@balcao/testkit'

import { createScheduleCalls, openSchedules } from './schedule-rig'
import { A, B, openEmptyDesk, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let ana: Session
let stranger: Session

beforeAll(async () => {
  ;({ pg, ana, stranger } = await openSchedules())
})
beforeEach(async () => {
  ;({ desk, http } = await openEmptyDesk(pg, 'schedules'))
})
afterEach(() => http.close())

const { create, inMinutes, readState, said } = createScheduleCalls(() => ({ pg, desk, http, ana }))

describe('a contact', () => {
  const deliver = async (event: DeskEvent) => {
    for (const { handle } of desk.service.consumers) await handle({ event, attempt: 1 })
  }
  const changed = (id: number, name: string, company = A, updatedAt?: Date) =>
    deskEvent(desk.ports, orderingKeys.contact(company, id), 'contactChanged', {
      contact: ContactSnapshot.fromPartial({ id, companyId: company, name, updatedAt }),
      created: false,
    }) as unknown as DeskEvent

  it('that is renamed is renamed in its schedules, once', async () => {
    const { id } = await create()
    await create(ana, { contactId: 6 })
    const event = changed(5, 'Carla Nova')
    await deliver(event)
    await deliver(event)
    await deliver(changed(5, 'Carla Nova'))
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      contact: { name: 'Carla Nova' },
    })
    expect((await http.ask(ana, 'GET', '/schedules?searchParam=nova')).body).toMatchObject({ count: 1 })
    expect(await said()).toEqual(['created PENDENTE', 'created PENDENTE', 'changed PENDENTE'])
  })

  it('keeps its newer name when older events are replayed, also after one that did not rename it', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
    const { id } = await create()
    const name = async () =>
      ((await http.ask(ana, 'GET', `/schedules/${id}`)).body as { contact: { name: string } }).contact.name
    await deliver(changed(5, 'Carla Nova', A, at(10)))
    await deliver(changed(5, 'Carla Velha', A, at(5)))
    expect(await name()).toBe('Carla Nova')
    await deliver(changed(5, 'Carla Nova', A, at(30)))
    await deliver(changed(5, 'Carla do Meio', A, at(20)))
    await deliver(changed(5, 'De outra empresa', B, at(40)))
    expect(await name()).toBe('Carla Nova')
    await deliver(changed(5, 'Carla Novíssima', A, at(30)))
    expect(await name()).toBe('Carla Novíssima')
  })

  it('that is deleted takes its schedules along, sent or not', async () => {
    const [sent, open, other] = [
      await create(ana, { sendAt: inMinutes(-1) }),
      await create(),
      await create(ana, { contactId: 6 }),
    ]
    await desk.send()
    await deliver(
      deskEvent(desk.ports, orderingKeys.contact(A, 5), 'contactDeleted', {
        contactId: 5,
        mergedIntoId: 0,
      }) as unknown as DeskEvent,
    )
    expect(await Promise.all([sent, open, other].map(({ id }) => readState(id)))).toEqual([
      undefined,
      undefined,
      'PENDENTE',
    ])
    expect((await said()).at(-1)).toBe('scheduleDeleted')
  })

  it('that was merged into another one keeps its schedules: tickets knows where to send them', async () => {
    const { id } = await create()
    const merged = { contactId: 5, mergedIntoId: 6 }
    await deliver(
      deskEvent(desk.ports, orderingKeys.contact(A, 5), 'contactDeleted', merged) as unknown as DeskEvent,
    )
    expect(await readState(id)).toBe('PENDENTE')
  })

  it('of another company changes nothing of ours', async () => {
    const { id } = await create()
    await deliver(changed(5, 'Evil', B))
    await deliver(
      deskEvent(desk.ports, orderingKeys.contact(B, 5), 'contactDeleted', {
        contactId: 5,
        mergedIntoId: 0,
      }) as unknown as DeskEvent,
    )
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      contact: { name: 'Carla Souza' },
    })
  })
})

describe('a file', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = () => {
    const data = new FormData()
    data.append('file', new Blob([png], { type: 'text/html' }), '../../x.png')
    return data
  }

  it('is attached, sent along by its key, and taken off', async () => {
    const { id } = await create()
    const attached = await http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())
    expect(attached).toMatchObject({
      status: 200,
      body: { media: { name: 'x.png', mimeType: 'image/png', sizeBytes: png.length } },
    })
    desk.ports.clock.advance(60_000)
    await desk.send()
    expect(desk.tickets.calls[0]?.medias).toMatchObject([
      {
        key: expect.stringMatching(/^companies\/1\/2026\/11\/[0-9a-f]{32}\.png$/) as string,
        mimeType: 'image/png',
      },
    ])
    expect((await http.ask(ana, 'DELETE', `/schedules/${id}/media-upload`)).status).toBe(409)
    const other = await create()
    await http.ask(ana, 'POST', `/schedules/${other.id}/media-upload`, form())
    expect((await http.ask(ana, 'DELETE', `/schedules/${other.id}/media-upload`)).body).toMatchObject({
      media: null,
    })
  })

  it('is not kept for a message that was sent already', async () => {
    const { id } = await create()
    desk.ports.clock.advance(60_000)
    await desk.send()
    const { blobs } = desk.ports
    const put = blobs.put.bind(blobs)
    const keys: string[] = []
    blobs.put = (key, ...rest) => {
      keys.push(key)
      return put(key, ...rest)
    }
    expect((await http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())).status).toBe(409)
    blobs.put = put
    expect(keys).toHaveLength(1)
    expect(await blobs.info(keys[0] ?? '')).toBeUndefined()
  })

  it('that a death left before its schedule was saved goes after a day, and no schedule’s', async () => {
    const { id } = await create()
    const { blobs } = desk.ports
    const { put, delete: remove } = blobs
    const keys: string[] = []
    let isKilled = true
    blobs.put = async (key, ...rest) => {
      keys.push(key)
      const info = await put.call(blobs, key, ...rest)
      if (isKilled) throw new Error('killed')
      return info
    }
    blobs.delete = () => Promise.reject(new Error('killed'))
    const attach = () => http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())
    expect((await attach()).status).toBe(500)
    blobs.delete = remove
    isKilled = false
    expect((await attach()).status).toBe(200)

    const sweep = desk.service.jobs.find(({ name }) => name === 'campaigns.sweep-blobs')
    const isThere = async () => Promise.all(keys.map(async (key) => (await blobs.info(key)) !== undefined))
    await sweep?.run(new AbortController().signal)
    expect(await isThere()).toEqual([true, true])
    await pg.sql("UPDATE campaigns.pending_blobs SET created_at = created_at - interval '25 hours'")
    await sweep?.run(new AbortController().signal)
    expect(await isThere()).toEqual([false, true])
  })

  it('of a stranger finds no schedule', async () => {
    const { id } = await create()
    expect(await http.ask(stranger, 'POST', `/schedules/${id}/media-upload`, form())).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_SCHEDULE_FOUND' },
    })
  })
})
