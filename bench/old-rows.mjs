// usage: npm run bench:old-rows [-- --rows=200000 --write]
// What the journal and the outbound queue take a row, what deleting old rows costs, and whether both keep their size.
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'
import { withPostgres, withSchema } from './with-postgres.mjs'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, write: { type: 'boolean', default: false } },
})
const ROWS = Number(values.rows)
const COMPANIES = 4
const CHATS = ROWS / 40
const DAYS = 40
const BATCH = 1_000
const DAY_MS = 86_400_000

await buildServer()
const require = createRequire(import.meta.url)
const gateway = (file) => require(at('services/messaging-gateway/dist', file))
const { messagingGatewayMigrations: set } = gateway('migrations/index.js')
const store = new (gateway('adapters/postgres/pg-old-rows-store.js').PgOldRowsStore)()

/* A day's rows, evenly over the day, `$2` days ago; ids and sizes as the gateway writes them. */
const tables = {
  inbound_messages: {
    deletePage: (tx, page) => store.deleteReceived(tx, page),
    insert: `INSERT INTO inbound_messages (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, media_key, sent_at, recorded_at)
      SELECT (lpad(to_hex((extract(epoch FROM t.at) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(random()::text), 1, 15))::uuid, 1 + chat % ${COMPANIES}, 1 + chat % ${COMPANIES},
        md5(chat::text)::uuid, '55119' || lpad(chat::text, 8, '0') || '@s.whatsapp.net', '', n % 10 = 0, upper(substr(md5(random()::text), 1, 32)), 'chat',
        CASE WHEN n % 5 = 0 THEN 'companies/1/media/' || gen_random_uuid() ELSE '' END, t.at, t.at
      FROM generate_series(1, $1::int) n, LATERAL (SELECT (random() * ${CHATS})::int AS chat, now() - ($2::float8 - n / $1::float8) * interval '1 day' AS at) t ORDER BY n`,
  },
  outbound: {
    deletePage: (tx, page) => store.deleteSent(tx, page),
    insert: `INSERT INTO outbound (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, state, settled, epoch, tries, sending_at, created_at, updated_at)
      SELECT 1 + chat % ${COMPANIES}, 1 + chat % ${COMPANIES}, md5(chat::text)::uuid, gen_random_uuid(), 'send', 0, '3EB0' || upper(substr(md5(random()::text), 1, 18)),
        '55119' || lpad(chat::text, 8, '0') || '@s.whatsapp.net', '{}', CASE WHEN n % 20 = 0 THEN 'ACCEPTED' WHEN n % 3 = 0 THEN 'DELIVERED' ELSE 'READ' END, true, 1, 1, t.at, t.at, t.at
      FROM generate_series(1, $1::int) n, LATERAL (SELECT (random() * ${CHATS})::int AS chat, now() - ($2::float8 - n / $1::float8) * interval '1 day' AS at) t ORDER BY n`,
  },
}

const MB = 1024 * 1024

async function deleteOld(db, deletePage) {
  const times = []
  let deleted = 0
  for (let after, hasMore = true; hasMore;) {
    const beganAt = performance.now()
    const page = await db.asPlatform((tx) =>
      deletePage(tx, { after, most: BATCH, keptMs: 30 * DAY_MS, undeliveredKeptMs: 40 * DAY_MS }),
    )
    times.push(performance.now() - beganAt)
    deleted += page.deleted
    after = page.last
    hasMore = page.hasMore
  }
  return { times, deleted }
}

const lines = []
await withPostgres('old-rows', (admin) =>
  withSchema(admin, set, async ({ db, owner }) => {
    const value = async (statement) => Number(Object.values((await owner.query(statement)).rows[0])[0])
    for (const [table, { deletePage, insert }] of Object.entries(tables)) {
      const size = () => value(`SELECT pg_total_relation_size('${table}')`)
      const perDay = ROWS / DAYS
      for (let day = DAYS; day > 0; day -= 1) await owner.query(insert, [perDay, day])
      await owner.query(`VACUUM ANALYZE ${table}`)
      const before = await size()
      // The first run: ten days are too old.
      const { times, deleted } = await deleteOld(db, deletePage)
      await owner.query(`VACUUM ${table}`)
      const kept = await value(`SELECT count(*) FROM ${table}`)
      const old = await value(
        `SELECT count(*) FROM ${table} WHERE ${table === 'outbound' ? 'created_at' : 'recorded_at'} < now() - interval '30 days'`,
      )
      const after = await size()
      const again = await deleteOld(db, deletePage)
      // Then a day's rows come and a day's rows leave, the oldest ones; vacuum runs when Postgres would run it.
      const grown = []
      for (let day = 1; day <= DAYS; day += 1) {
        await owner.query(insert, [perDay, 1 - day])
        await owner.query(
          `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT ${perDay})`,
        )
        const dead = await value(`SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = '${table}'`)
        if (dead > 50 + 0.2 * kept) await owner.query(`VACUUM ${table}`)
        if (day % 10 === 0) grown.push(((await size()) / MB).toFixed(1))
      }
      lines.push(
        `| ${[
          `\`${table}\``,
          (before / ROWS).toFixed(0),
          `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)} ms`,
          `${deleted.toLocaleString('en')} of ${(deleted + old).toLocaleString('en')}`,
          `${again.times.length} × ${quantile(again.times, 0.5).toFixed(1)} ms`,
          (before / MB).toFixed(1),
          (after / MB).toFixed(1),
          grown.join(', '),
          loadavg()[0].toFixed(1),
        ].join(' | ')} |`,
      )
      say(lines.at(-1))
    }
  }),
)
if (values.write)
  writeSection(
    'Old rows of the gateway',
    `${await circumstances()}. ${ROWS.toLocaleString('en')} rows of ${DAYS} days in each table, ${CHATS.toLocaleString('en')} chats of ${COMPANIES} companies. A batch reads
${BATCH.toLocaleString('en')} rows by the primary key and deletes what is older than 30 days, in a transaction of its own: median and 95 %. Then ${DAYS} days follow, in
each of which a day's rows come and the oldest ones leave, vacuumed when Postgres would. Sizes in MB, indexes included.
Of a row 123 and 128 bytes are the unique keys beside its id, which a table of identities beside partitions would need; an index by time is 30.
Written by \`npm run bench:old-rows -- --write\`.

| table | bytes a row | a batch | deleted, first run | the run after it | before | after it | after 10, 20, 30 and 40 days | load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`,
  )
