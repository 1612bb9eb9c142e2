import { startRelay } from '@balcao/platform'
import { testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { SwitchLock } from '../src/events/kafka/generations/switch-lock'
import { migratePrimaries } from '../src/host/migrate-primaries'
import { HeldTransport } from './held-transport'

const SET = { schema: 'desk', migrations: [] }

describe('migrations of several primaries', () => {
  let first: TestDatabase
  let b: TestDatabase

  beforeEach(async () => {
    ;[first, b] = [await testDatabase([SET]), await testDatabase([SET])]
  })

  const migrate = () =>
    migratePrimaries(
      [
        { name: 'first', server: first.admin },
        { name: 'b', server: b.admin },
      ],
      [{ name: 'tickets', migrations: SET }],
      {},
    )
  const declare = (on: TestDatabase, topic: string, generation: number) =>
    on.sql('INSERT INTO desk.topic_generations VALUES ($1, $2)', [topic, generation])
  const listDeclared = async () =>
    Promise.all(
      [first, b].map((on) =>
        on.sql(
          'SELECT topic, generation FROM desk.topic_generations UNION ALL SELECT * FROM desk.prepared_generations ORDER BY 1',
        ),
      ),
    )

  it('declare the latest generation of each topic on all of them', async () => {
    await declare(first, 'tickets', 3)
    await declare(b, 'tickets', 2)
    await declare(b, 'campaigns', 2)
    await migrate()
    const all = [
      { topic: 'campaigns', generation: 2 },
      { topic: 'tickets', generation: 3 },
    ]
    expect(await listDeclared()).toEqual([all, all])
    await migrate()
    expect(await listDeclared()).toEqual([all, all])
  })

  it('do so while relays run, which go on with it', async () => {
    const transport = new HeldTransport()
    const relay = startRelay({ db: b.db('desk'), first: first.db('desk'), transport })
    await waitFor(() => transport.generation === 1)
    await declare(first, 'auth', 2)
    await migrate()
    await waitFor(() => transport.generation === 2)
    await relay.stop()
  })

  it('do nothing beside a command that changes generations', async () => {
    await declare(first, 'tickets', 2)
    const lock = await SwitchLock.open(first.admin, 'desk')
    await expect(migrate()).rejects.toThrow('another run changes the topics of desk')
    await lock.close()
    expect((await listDeclared())[1]).toEqual([])
  })
})
