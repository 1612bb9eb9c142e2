import { createInProcessTransport } from '@balcao/platform'
import { describeEventLog, needsEngines } from '@balcao/testkit'

import { startPgBouncer, type PgBouncer } from './pgbouncer'

needsEngines('pgbouncer')('through PgBouncer in transaction mode', () => {
  let pooler: PgBouncer
  beforeAll(async () => {
    // Consumers that hang hold their sessions.
    pooler = await startPgBouncer(['balcao_producer', 'balcao_consumer'], 20)
    process.env['BALCAO_TEST_POOLER'] = pooler.url
  })
  afterAll(async () => {
    delete process.env['BALCAO_TEST_POOLER']
    await pooler.stop()
  })

  describeEventLog(
    {
      name: 'the in-process transport behind a pooler',
      carriedBy: 'process',
      open: createInProcessTransport,
    },
    { events: 5_000 },
  )
})
