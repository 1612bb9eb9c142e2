import type { WebClientView } from '@balcao/contracts'
import { readConfig } from '@balcao/platform'
import { waitFor } from '@balcao/testkit'

import { messagingGatewayConfig } from '../src/config'
import { OLDEST_VERSION } from '../src/features/client-version'
import { Desk, PATIENCE_MS } from './bad-network-desk'
import { people, SCHEMA } from './support'

const OURS = '5511940000001'
const OLDEST = OLDEST_VERSION[2]
const findVersion = (revision: number) => `2.3000.${revision}`

describe('the version that numbers connect with', () => {
  let desk: Desk

  beforeEach(async () => {
    desk = await Desk.open()
  })
  afterEach(() => desk.close())

  const account = () => desk.wa.account(OURS)
  const shown = async () => (await desk.admin<WebClientView>('GET', '/whatsapp-web-client')).body
  const demand = (revision: number) => {
    desk.wa.settings.minimumVersion = [2, 3000, revision]
  }
  const checks = async () => {
    const job = desk.gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.web-version')
    await job?.run(new AbortController().signal)
  }
  const age = (interval: string) =>
    desk.pg.sql(`UPDATE ${SCHEMA}.web_client SET checked_at = now() - interval '${interval}'`)

  it('is renewed as soon as WhatsApp refuses it, and the number comes back by itself', async () => {
    const id = await desk.link(account())
    expect(await shown()).toMatchObject({ version: findVersion(OLDEST), source: 'web-client' })
    // Another process, which has not asked the web client within ten seconds.
    await desk.restart()
    await waitFor(() => account().isOnline && account().ledger.connections.length === 2, PATIENCE_MS)
    demand(OLDEST + 100)
    desk.wa.settings.webClientRevision = OLDEST + 200
    desk.wa.disconnect(account())
    await waitFor(async () => {
      const [row] = await desk.pg.sql(`SELECT 1 FROM ${SCHEMA}.session_ends WHERE reason = 'outdated'`)
      return row !== undefined
    }, PATIENCE_MS)
    await desk.isConnected(id)
    expect(await shown()).toMatchObject({
      version: findVersion(OLDEST + 200),
      source: 'web-client',
      failedAt: null,
    })
    desk.wa.verify()
  })

  it('is fetched before the first login, which is not refused', async () => {
    demand(OLDEST + 100)
    desk.wa.settings.webClientRevision = OLDEST + 100
    const id = await desk.link(account())
    expect(await desk.row(id)).toMatchObject({ status: 'CONNECTED', last_end: '' })
    expect(await desk.pg.sql(`SELECT 1 FROM ${SCHEMA}.session_ends WHERE reason = 'outdated'`)).toEqual([])
    expect(await shown()).toMatchObject({ version: findVersion(OLDEST + 100), failedAt: null })
  })

  it('is fetched before a login when it is older than a day, and logins go on when it cannot be', async () => {
    await desk.link(account())
    await age('25 hours')
    desk.wa.settings.webClientRevision = OLDEST + 100
    demand(OLDEST + 100)
    await desk.restart()
    await waitFor(() => account().isOnline && account().ledger.connections.length === 2, PATIENCE_MS)
    expect(await desk.pg.sql(`SELECT 1 FROM ${SCHEMA}.session_ends WHERE reason = 'outdated'`)).toEqual([])
    await age('25 hours')
    desk.wa.settings.webClientRevision = undefined
    await desk.restart()
    await waitFor(() => account().isOnline && account().ledger.connections.length === 3, PATIENCE_MS)
    expect((await shown()).failedAt).not.toBeNull()
  })

  it('that cannot be renewed leaves the number with a reason, slow retries and a button', async () => {
    desk.wa.settings.webClientRevision = undefined
    const id = await desk.link(account())
    demand(OLDEST + 100)
    desk.wa.disconnect(account())
    const { retry_at: at } = await desk.is(id, { status: 'DISCONNECTED', last_end: 'outdated', wanted: true })
    expect((at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(4 * 60_000)
    expect(await shown()).toMatchObject({ version: findVersion(OLDEST), source: 'built-in' })
    expect((await shown()).failedAt).not.toBeNull()
    desk.wa.settings.webClientRevision = OLDEST + 100
    await waitFor(async () => {
      await desk.admin('POST', `/whatsappsession/${id}`, {})
      await desk.is(id, { status: 'CONNECTED' }, 2_000)
      return true
    }, PATIENCE_MS)
    expect((await shown()).failedAt).toBeNull()
  })

  it('is looked for once a day where there is a real number, and never goes back', async () => {
    desk.wa.settings.webClientRevision = OLDEST + 50
    await checks()
    expect((await shown()).checkedAt).toBeNull()
    await desk.link(account())
    await desk.pg.sql(`UPDATE ${SCHEMA}.web_client SET checked_at = NULL`)
    await desk.restart()
    await checks()
    const first = await shown()
    expect(first).toMatchObject({ version: findVersion(OLDEST + 50), source: 'web-client' })
    await checks()
    expect((await shown()).checkedAt).toBe(first.checkedAt)
    desk.wa.settings.webClientRevision = 17
    await age('25 hours')
    await desk.restart()
    await checks()
    expect((await shown()).version).toBe(findVersion(OLDEST + 50))
    expect(Date.parse((await shown()).checkedAt ?? '')).toBeGreaterThan(Date.parse(first.checkedAt ?? ''))
  })

  it('is shown to administrators of any company only', async () => {
    const { agent, foreigner } = await people(desk.pg, desk.gateway.url)
    expect((await agent('GET', '/whatsapp-web-client')).status).toBe(403)
    expect((await foreigner<WebClientView>('GET', '/whatsapp-web-client')).body.version).toBe(
      findVersion(OLDEST),
    )
  })
})

it('stays what the operator has set', async () => {
  const desk = await Desk.open({ gateway: { config: { webVersion: [2, 3000, OLDEST + 7] } } })
  try {
    desk.wa.settings.minimumVersion = [2, 3000, OLDEST + 7]
    const id = await desk.link(desk.wa.account(OURS))
    desk.wa.settings.minimumVersion = [2, 3000, OLDEST + 8]
    desk.wa.disconnect(desk.wa.account(OURS))
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'outdated' })
    const { body } = await desk.admin<WebClientView>('GET', '/whatsapp-web-client')
    expect(body).toEqual({
      version: findVersion(OLDEST + 7),
      source: 'pinned',
      checkedAt: null,
      failedAt: null,
    })
  } finally {
    await desk.close()
  }
})

it('may be older than the one that came with the release, where the operator says so', async () => {
  const older = findVersion(OLDEST - 1)
  const secrets = { keep: () => Buffer.alloc(32, 'k').toString('base64') }
  const read = (version: string) =>
    readConfig(messagingGatewayConfig, { variables: { WHATSAPP_WEB_VERSION: version }, secrets }).webVersion
  expect(read(older)).toEqual([2, 3000, OLDEST - 1])
  expect(() => read('newest')).toThrow('WHATSAPP_WEB_VERSION must be a version like')
  const desk = await Desk.open({ gateway: { config: { webVersion: [2, 3000, OLDEST - 1] } } })
  try {
    desk.wa.settings.minimumVersion = [2, 3000, OLDEST - 1]
    await desk.link(desk.wa.account(OURS))
  } finally {
    await desk.close()
  }
})
