import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { TestAgent, TestDesk } from '@balcao/testkit'
import { openPromise } from 'yauzl'

/** A company's export as a browser gets it: its files by path. */
export type Archive = Map<string, Buffer>

async function unzip(file: string): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  try {
    const archive: Archive = new Map()
    for await (const entry of zip.eachEntry())
      archive.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    return archive
  } finally {
    zip.close()
  }
}

/** Downloads a company's export by the link that a super user is given. */
export async function downloadExport(desk: TestDesk, root: TestAgent, company: number): Promise<Archive> {
  const { body } = await root.call<{ url: string }>('POST', `/companies/${company}/export`)
  const response = await fetch(desk.url + body.url)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-export-'))
  try {
    const file = path.join(folder, 'export.zip')
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    return await unzip(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/* Tables that move messages, serve searches, watch sessions, or copy another service's rows. */
const LEFT_OUT = [
  /^auth\.(company_primaries|email_changes|password_codes|password_mails|refresh_tokens|reset_codes|sign_up_notices)$/,
  /^billing\.(companies|media_accounts|media_files|payment_events|simulated_charges)$/,
  /^campaigns\.contact_import_rows$/,
  /^messaging_gateway\.(?!connections$|delivery_webhooks$|address_book$|message_templates$)/,
  /^realtime\.(?!webhooks$)/,
  /^simulator\./,
  /^tickets\.(assistant_(sessions|turns)|connections|contact_(import_rows|picture_asks|sends|words)|closed_ticket_words|ticket_words)$/,
  /^tickets\.(erasures|message_documents|message_requests|pending_acks)$/,
  /\.(absent_companies|outbox|inbox|dead_events|company_erasures|directory_companies|directory_users|directory_api_keys|idempotency_keys|pending_blobs|session_lease)$/,
]

/** The table, `schema.table`, of a file of the archive. */
export const toTable = (file: string): string =>
  file.replace('messaging-gateway', 'messaging_gateway').replace(/\/(.*)\.jsonl$/, '.$1')

/** Every table with rows of companies that is not named as left out: from the catalogue, so that none is forgotten. */
export async function listExportedTables(desk: TestDesk): Promise<string[]> {
  const rows = await desk.pg.sql<{ name: string }>(
    `SELECT format('%I.%I', c.relnamespace::regnamespace, c.relname) AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name)))
}

/** What the company's rows hold in columns of secrets: hashes, sealed values, keys, passwords. */
export async function listSecrets(desk: TestDesk, company: number): Promise<string[]> {
  const columns = await desk.pg.sql<{ table: string; column: string }>(
    `SELECT format('%I.%I', c.relnamespace::regnamespace, c.relname) AS table, s.attname AS column FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      JOIN pg_attribute s ON s.attrelid = c.oid AND NOT s.attisdropped
        AND (s.attname ~ 'seal|secret|hash|password|^token' OR s.atttypid = 'bytea'::regtype)
        AND s.atttypid NOT IN ('int4'::regtype, 'int8'::regtype)
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  )
  const secrets: string[] = []
  for (const { table, column } of columns) {
    const rows = await desk.pg.sql<{ value: string }>(
      `SELECT t.${column}::text AS value FROM ${table} t WHERE company_id = ${company} AND length(t.${column}::text) > 3`,
    )
    secrets.push(...rows.map(({ value }) => value))
  }
  return secrets
}
