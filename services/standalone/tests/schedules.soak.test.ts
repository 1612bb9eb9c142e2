import type { ScheduleView } from '@balcao/contracts'

import { json, pause, startKilledDesk, type KilledDesk } from './support/killed-desk'
import { printFigures } from './support/print-figures'

/* Schedules of one minute: each is handed over once. How late is printed: it is the machine's as much as the product's. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 500)
const MINUTE = 60_000
const MADE_AT_ONCE = 8
const LOOK_MS = 500

let desk: KilledDesk
let token: string

beforeAll(async () => {
  desk = await startKilledDesk({ RATE_LIMIT_FACTOR: '0', WHATSAPP_CAMPAIGNS_PER_MINUTE: '1000' })
  token = (await desk.login('admin@demo.local')).token
}, 5 * MINUTE)

afterAll(() => desk.stop())

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await desk.persist(path, json(token, body, method))
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  return (await response.json()) as T
}

const number = (index: number) => `55119${String(60_000_000 + index)}`
const indexes = Array.from({ length: SCHEDULES }, (_, index) => index)

async function forEach<T>(make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  const rest = indexes.values()
  const lane = async () => {
    for (const index of rest) made[index] = await make(index)
  }
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, lane))
  return made
}

const createContact = (index: number) =>
  call<{ id: number }>('POST', '/contacts', { name: `Cliente ${index}`, number: number(index) })

async function listSchedules(from: Date): Promise<ScheduleView[]> {
  const all: ScheduleView[] = []
  const range = `from=${from.toISOString()}&to=${new Date(from.getTime() + MINUTE).toISOString()}`
  for (let page = 1; ; page += 1) {
    const { schedules, hasMore } = await call<{ schedules: ScheduleView[]; hasMore: boolean }>(
      'GET',
      `/schedules/?${range}&pageNumber=${page}`,
    )
    all.push(...schedules)
    if (!hasMore) return all
  }
}

it(
  `${SCHEDULES} schedules of one minute are each sent once`,
  async () => {
    const contacts = await forEach(createContact)
    // Two whole minutes from now: all are made before it, which the printed line shows.
    const sendAt = new Date(Math.ceil(Date.now() / MINUTE) * MINUTE + 2 * MINUTE)
    await forEach((index) =>
      call('POST', '/schedules', {
        body: `Olá ${index}`,
        sendAt: sendAt.toISOString(),
        contactId: contacts[index]!.id,
      }),
    )
    const madeBeforeMs = sendAt.getTime() - Date.now()
    let schedules: ScheduleView[]
    do {
      await pause(LOOK_MS)
      schedules = await listSchedules(sendAt)
    } while (schedules.some(({ status }) => status !== 'ENVIADA'))
    const lateMs = schedules
      .map(({ sentAt }) => Date.parse(String(sentAt)) - sendAt.getTime())
      .sort((a, b) => a - b)
    const at = (share: number) => lateMs[Math.floor(share * (lateMs.length - 1))]
    const late = { first: at(0), half: at(0.5), p95: at(0.95), last: at(1) }
    printFigures('schedules', { schedules: SCHEDULES, madeBeforeMs, lateMs: late })

    const [connection] = await call<{ id: number }[]>('GET', '/whatsapp')
    const reached = async () =>
      (await desk.networkSaw(connection!.id))
        .map(({ number: to }) => to)
        .filter((to) => to.startsWith('551196'))
    while ((await reached()).length < SCHEDULES) await pause(LOOK_MS)
    expect((await reached()).sort()).toEqual(indexes.map(number).sort())
  },
  30 * MINUTE,
)
