import type { PostgresServer } from '@balcao/platform'
import { Client } from 'pg'

/** What a recovered desk holds back, because it may have left in the time that is lost. */
export interface HeldSending {
  messages: number
  campaigns: number
  schedules: number
}

/*
 * What waits counts as begun, as after a kill while it was sent: a linked phone sends it again under its own id, which receivers show once;
 * of an official number a person decides.
 */
const MESSAGES = `
  UPDATE messaging_gateway.outbound SET state = 'SENDING', tries = tries + 1, sending_at = now(), updated_at = now()
  WHERE NOT settled AND state IN ('QUEUED', 'CLAIMED')`

/* As stopped by a user, who starts them again; who got the message since is not known here. */
const CAMPAIGNS = `
  UPDATE campaigns.campaigns SET status = 'CANCELADA', stop_reason = 'user', unannounced = true, updated_at = now()
  WHERE status = 'EM_ANDAMENTO' OR (status = 'PROGRAMADA' AND scheduled_at <= now())`

const SCHEDULES = `
  UPDATE campaigns.schedules SET state = 'ERRO', failure = 'ERR_UNAVAILABLE', updated_at = now()
  WHERE state IN ('PENDENTE', 'ENVIANDO') AND send_at <= now()`

/** Holds back, in one transaction, what a desk that was recovered to an earlier moment would send a second time. */
export async function holdSending(admin: PostgresServer): Promise<HeldSending> {
  const client = new Client({ ...admin, application_name: 'balcao recovery' })
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL app.scope = 'platform'")
    const count = async (statement: string) => (await client.query(statement)).rowCount ?? 0
    const held = {
      messages: await count(MESSAGES),
      campaigns: await count(CAMPAIGNS),
      schedules: await count(SCHEDULES),
    }
    await client.query('COMMIT')
    return held
  } finally {
    await client.end()
  }
}
