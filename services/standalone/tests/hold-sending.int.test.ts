import { testDatabase } from '@balcao/testkit'
import { Client } from 'pg'

import { holdSending } from '../src/continuous-backup/hold-sending'
import { createUnconnectedServices } from './support/unconnected-services'

it('counts what waits as begun, of every company, and leaves what is settled or asked about', async () => {
  const services = createUnconnectedServices()
  const { admin } = await testDatabase(services.map(({ migrations }) => migrations))
  const client = new Client({ ...admin })
  await client.connect()
  try {
    await client.query("SET app.scope = 'platform'")
    await client.query(`
      INSERT INTO messaging_gateway.outbound
        (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, state, settled)
      SELECT company, company, gen_random_uuid(), gen_random_uuid(), 'send', 1, company || state, '', '{}', state, settled
      FROM unnest(ARRAY[7, 8]) company,
        (VALUES ('QUEUED', false), ('CLAIMED', false), ('UNKNOWN', false), ('SENT', true)) AS known (state, settled)`)
    expect(await holdSending(admin)).toEqual({ messages: 4, campaigns: 0, schedules: 0 })
    const { rows } = await client.query(
      'SELECT company_id AS company, wa_id AS id, state, tries FROM messaging_gateway.outbound ORDER BY wa_id',
    )
    expect(rows).toEqual(
      [7, 8].flatMap((company) => [
        { company, id: `${company}CLAIMED`, state: 'SENDING', tries: 1 },
        { company, id: `${company}QUEUED`, state: 'SENDING', tries: 1 },
        { company, id: `${company}SENT`, state: 'SENT', tries: 0 },
        { company, id: `${company}UNKNOWN`, state: 'UNKNOWN', tries: 0 },
      ]),
    )
    // Run again after a recovery that was cut off, it finds nothing.
    expect(await holdSending(admin)).toEqual({ messages: 0, campaigns: 0, schedules: 0 })
  } finally {
    await client.end()
  }
})
