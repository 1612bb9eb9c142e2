import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { companyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Service } from '@balcao/kernel'
import {
  createRuntime,
  createRateLimits,
  openHttpListener,
  openEngines,
  runServices,
  unixSocketAddresses,
} from '@balcao/platform'
import { recordingMailer, temporaryFolder, testDatabase, waitFor } from '@balcao/testkit'

const HANDLING_MS = 200

describe('a host that stops', () => {
  it('marks what its consumers were just handling', async () => {
    const folder = await temporaryFolder('host')
    const pg = await testDatabase([{ schema: 'auth', migrations: [] }])
    const runtime = createRuntime({
      postgres: pg.admin,
      owner: 'host',
      rpc: unixSocketAddresses(folder),
      engines: openEngines({
        clientName: 'host',
        mediaFolder: folder,
        mediaReserveBytes: 0,
        rateLimitFactor: 0,
      }),
      mailer: recordingMailer(),
      mediaSecret: 'a secret of the test host, 32 characters',
    })
    const handled: string[] = []
    let begun = 0
    const service: Service = {
      name: 'auth',
      rpc: [],
      jobs: [],
      migrations: { schema: 'auth', migrations: [] },
      exportSecret: 'a secret of the test host, 32 characters',
      // What a handler in flight still needs is there until it is done.
      close: async () => void handled.push('closed'),
      consumers: [
        {
          group: 'auth.slow',
          topic: 'auth',
          cases: ['settingChanged'],
          async handle({ event }) {
            begun += 1
            await delay(HANDLING_MS)
            handled.push(event.eventId)
          },
        },
      ],
    }
    const host = await runServices({
      runtime,
      services: [service],
      listener: await openHttpListener('127.0.0.1', 0),
      opsListener: await openHttpListener('127.0.0.1', 0),
      hasOpenProbes: true,
      metrics: { token: undefined, withoutToken: 'no one' },
      migrations: 'refuse',
      http: {
        allowedOrigins: [],
        isHttps: false,
        trustedProxies: [],
        edge: {
          rateLimits: createRateLimits(0),
          uploadDir: path.join(folder, 'uploads'),
          maxUploadBytes: 1024,
        },
      },
    })
    pg.onClose(() => host.stop())
    const ports = runtime.portsFor('auth')
    const events = [1, 2].map((company) =>
      deskEvent(ports, orderingKeys.company(companyId(company)), 'settingChanged', { key: 'k', value: 'v' }),
    )
    for (const event of events)
      await ports.db.withTenant(event.companyId, (tx) => ports.events.append(tx, [event]))
    await waitFor(() => begun === events.length)
    await host.stop()
    await rm(folder, { recursive: true, force: true })
    expect(handled.pop()).toBe('closed')
    expect(handled.sort()).toEqual(events.map(({ eventId }) => eventId).sort())
    expect(await pg.sql('SELECT type FROM auth.outbox WHERE NOT sent')).toEqual([])
  })
})
