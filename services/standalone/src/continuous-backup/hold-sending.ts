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

/* As the owner, over all companies, in one transaction. */
async function inOneTransaction<T>(admin: PostgresServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...admin, application_name: 'balcao recovery' })
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL app.scope = 'platform'")
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } finally {
    await client.end()
  }
}

/** Holds back, in one transaction, what a desk that was recovered to an earlier moment would send a second time. */
export const holdSending = (admin: PostgresServer): Promise<HeldSending> =>
  inOneTransaction(admin, async (client) => {
    const count = async (statement: string) => (await client.query(statement)).rowCount ?? 0
    return {
      messages: await count(MESSAGES),
      campaigns: await count(CAMPAIGNS),
      schedules: await count(SCHEDULES),
    }
  })

/**
 * Events of these minutes before the newest one are unsent again: they may have left, and not been handled by what was recovered. Consumers skip
 * those that they have handled. @returns how many
 */
export const tellAgain = (admin: PostgresServer, minutes: number): Promise<number> =>
  inOneTransaction(admin, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      SELECT format('%I.outbox', n.nspname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname = 'outbox' AND c.relkind = 'p'`)
    let told = 0
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `UPDATE ${name} SET sent = false
         WHERE sent AND created_at > (SELECT max(created_at) FROM ${name}) - make_interval(mins => $1)`,
        [minutes],
      )
      told += rowCount ?? 0
    }
    return told
  })
