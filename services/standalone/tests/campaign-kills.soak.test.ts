import type { CampaignView, ContactListView } from '@balcao/contracts'
import { buildSheet } from '@balcao/testkit'

import type { Call } from './support/company'
import { callsOf, pause, startKilledDesk, type KilledDesk } from './support/killed-desk'
import { printFigures } from './support/print-figures'

/*
 * The process is killed with SIGKILL while a campaign goes out, half of the times together with Postgres. Kills are spread evenly
 * over its contacts, so that on any machine it dies in the middle of the campaign.
 */
const CONTACTS = Number(process.env.CAMPAIGN_CONTACTS ?? 10_000)
const KILLS = Number(process.env.KILLS ?? 50)
/** A pace that a busy machine keeps: the settings decide when the campaign ends, not the processor. */
const PER_MINUTE = Number(process.env.CAMPAIGN_PER_MINUTE ?? 400)
/** Of the campaign's duration, from half of it on. A few kills of a short run are no pace: it prints its errors only. */
const MOST_FORECAST_ERROR = 0.1
const FEWEST_FORECAST = 1_000
const LOOK_MS = 250
const MINUTE = 60_000

let desk: KilledDesk
let ask: Call

beforeAll(async () => {
  desk = await startKilledDesk({ RATE_LIMIT_FACTOR: '0', WHATSAPP_CAMPAIGNS_PER_MINUTE: String(PER_MINUTE) })
  ask = callsOf(desk, { email: 'admin@demo.local', password: 'balcao123' })
}, 5 * MINUTE)

afterAll(() => desk.stop())

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask<T>(method, path, body)
  expect({ path, status: answer.status }).toEqual({ path, status: 200 })
  return answer.body
}

/* An import refuses a number that ends in six zeros: a spreadsheet has rounded it. */
const number = (index: number) => `55119${String(70_000_001 + index)}`
const numbers = Array.from({ length: CONTACTS }, (_, index) => number(index))

async function importContacts(): Promise<number> {
  const { id } = await call<ContactListView>('POST', '/contact-lists', { name: 'Clientes' })
  const form = new FormData()
  const rows = numbers.map((one, index) => [`Cliente ${index}`, one])
  form.append('file', new Blob([new Uint8Array(buildSheet([['nome', 'numero'], ...rows]))]), 'clientes.xlsx')
  const path = `/contact-lists/${id}/upload`
  expect((await ask('POST', path, form)).status).toBe(202)
  for (;;) {
    const { contactsCount } = await call<ContactListView>('GET', `/contact-lists/${id}`)
    if (contactsCount === CONTACTS) return id
    await pause(LOOK_MS)
  }
}

async function begin(contactListId: number): Promise<number> {
  await call('POST', '/campaign-settings', {
    settings: { messageInterval: 0, longerIntervalAfter: 0, allowedHours: null },
  })
  const [connection] = await call<{ id: number }[]>('GET', '/whatsapp')
  const scheduledAt = new Date().toISOString()
  const draft = {
    name: 'Natal',
    message1: 'Oi {nome}',
    contactListId,
    whatsappId: connection!.id,
    scheduledAt,
  }
  return (await call<CampaignView>('POST', '/campaigns', draft)).id
}

interface Look {
  delivered: number
  /** Of `CONTACTS`. */
  share: number
  forecastAt: number
}

/* Until the campaign ends; kills the desk each time another share of the contacts has the message. */
async function watchCampaign(id: number): Promise<{ ended: CampaignView; looks: Look[] }> {
  const looks: Look[] = []
  let killed = 0
  for (;;) {
    const campaign = await call<CampaignView>('GET', `/campaigns/${id}`)
    const { delivered } = campaign.report
    if (campaign.status === 'FINALIZADA') return { ended: campaign, looks }
    expect(['PROGRAMADA', 'EM_ANDAMENTO']).toContain(campaign.status)
    if (campaign.forecastAt !== null)
      looks.push({ delivered, share: delivered / CONTACTS, forecastAt: Date.parse(campaign.forecastAt) })
    if (killed < KILLS && delivered >= ((killed + 1) * CONTACTS) / (KILLS + 1)) {
      const killedAt = Date.now()
      await desk.kill({ withPostgres: killed % 2 === 1 })
      killed += 1
      const restartMs = Date.now() - killedAt
      printFigures('campaign', { delivered, killed, restartMs, forecastAt: campaign.forecastAt })
    }
    await pause(LOOK_MS)
  }
}

it(
  `a campaign of ${CONTACTS} contacts reaches each once in ${KILLS} kills, and ends when it said`,
  async () => {
    const id = await begin(await importContacts())
    const beganAt = Date.now()
    const { ended, looks } = await watchCampaign(id)
    const endedAt = Date.parse(String(ended.completedAt))
    const durationMs = endedAt - beganAt
    const errors = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => {
      const look = looks.find((one) => one.share >= share)
      return { share, error: ((look?.forecastAt ?? 0) - endedAt) / durationMs }
    })
    const run = { contacts: CONTACTS, kills: KILLS, perMinute: PER_MINUTE, durationMs }
    printFigures('campaign', { ...run, report: ended.report, errors })

    const reached = (await desk.networkSaw(Number(ended.whatsappId)))
      .map((item) => item.number)
      .filter((one) => one.startsWith('551197'))
    expect(reached).toHaveLength(CONTACTS)
    expect(reached.sort()).toEqual([...numbers].sort())
    expect(ended.report).toMatchObject({ valid: CONTACTS, delivered: CONTACTS, failed: 0, refused: 0 })
    for (const { share, error } of CONTACTS < FEWEST_FORECAST ? [] : errors.filter((one) => one.share >= 0.5))
      expect({ share, isClose: Math.abs(error) < MOST_FORECAST_ERROR }).toEqual({ share, isClose: true })
  },
  120 * MINUTE,
)
