import { metricsText } from '@balcao/platform'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { connectedLine, scriptedDriver } from './scripted-line'
import { asksToSend, gatewayDatabase, messageUuid, people, startGateway, type Gateway } from './support'

/* The network takes the frame and never answers. */
const silent = scriptedDriver({ send: () => Promise.resolve() })

let pg: TestDatabase
let gateway: Gateway

beforeEach(async () => {
  pg = await gatewayDatabase()
  gateway = await startGateway(pg, {
    tuning: { drivers: [silent.driver], outboundTimes: { acceptWithinMs: 60_000 } },
  })
})

afterEach(() => pg.close())

it('shows each session’s age, lag and unanswered frames, by its connection and nothing else of its owner', async () => {
  const { admin } = await people(pg, gateway.url)
  const id = await connectedLine(admin, 'Loja')
  await asksToSend(gateway, { messageId: messageUuid(1), connectionId: id, number: '5511999990001' })
  const shown = async (metric: string) =>
    (await metricsText()).split('\n').find((line) => line.startsWith(`${metric}{connection="${id}"`))
  await waitFor(async () => (await shown('balcao_whatsapp_session_unanswered'))?.endsWith(' 1'))
  expect(await shown('balcao_whatsapp_session_age_seconds')).toMatch(/state="connected".*\} [\d.]+$/)
  expect(await shown('balcao_whatsapp_session_lag')).toMatch(/state="connected".*\} 0$/)
  const text = await metricsText()
  expect(text).not.toContain('5511940000001')
  await gateway.stop()
  expect(await shown('balcao_whatsapp_session_lag')).toBeUndefined()
})
