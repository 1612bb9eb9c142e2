import { metricsText } from '@balcao/platform'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { openConnectedSession, scriptedDriver } from './scripted-callbacks'
import { asksToSend, gatewayDatabase, messageUuid, people, startGateway, type Gateway } from './support'

/* The network accepts the frame and never answers. */
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
  const id = await openConnectedSession(admin, 'Loja')
  await asksToSend(gateway, { messageId: messageUuid(1), connectionId: id, number: '5511999990001' })
  const shown = async (metric: string) =>
    (await metricsText())
      .split('\n')
      .find((line) => line.startsWith(`balcao_whatsapp_session_${metric}{connection="${id}"`))
      ?.split(' ')
      .at(-1)
  await waitFor(async () => (await shown('unanswered')) === '1')
  expect([await shown('state'), await shown('lag')]).toEqual(['3', '0'])
  expect(Number(await shown('age_seconds'))).toBeGreaterThan(0)
  expect(await metricsText()).not.toContain('5511940000001')
  await gateway.stop()
  expect([await shown('state'), await shown('unanswered')]).toEqual(['0', '0'])
})
