import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import type { SyncAnswer } from '@balcao/contracts'
import type { TestAgent, TestDesk } from '@balcao/testkit'

import { listEncodings } from './find-leaks'

/** One stored item: a row, a file, an entry of the feed as a client gets it. */
export interface Trace {
  /** `tickets.messages`, `file`, `sync`. */
  where: string
  companyId: number | undefined
  text: string
}

/** Every row of every table of every schema: bytes as hex, the rest as text. Partitions are read through their table. */
async function rows(desk: TestDesk): Promise<Trace[]> {
  const tables = await desk.pg.sql<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
  const lines = await desk.pg.sql<{ id: number; company: number }>(
    'SELECT id, company_id AS company FROM messaging_gateway.connections',
  )
  const companyById = new Map(lines.map(({ id, company }) => [id, company]))
  const traces: Trace[] = []
  for (const { name } of tables) {
    const found = await desk.pg.sql<{ text: string; company: number | null; connection: number | null }>(
      `SELECT t::text AS text, (to_jsonb(t)->>'company_id')::int AS company, (to_jsonb(t)->>'connection_id')::int AS connection FROM ${name} t`,
    )
    for (const { text, company, connection } of found)
      traces.push({
        where: name,
        companyId: company ?? (connection === null ? undefined : companyById.get(connection)),
        text,
      })
  }
  return traces
}

const COMPANY = /companies\/(\d+)\//

const files = (desk: TestDesk): Trace[] =>
  readdirSync(desk.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(desk.folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => ({
      where: 'file',
      companyId: Number(COMPANY.exec(file)?.[1]) || undefined,
      text: `${file}\n${readFileSync(file).toString('latin1')}`,
    }))

/** The feed, as a new client fetches it. */
async function feed(agent: TestAgent): Promise<Trace[]> {
  const traces: Trace[] = []
  for (let since = 0, hasMore = true; hasMore;) {
    const { body } = await agent.call<SyncAnswer>('GET', `/sync?since=${since}`)
    for (const item of body.events)
      traces.push({ where: 'sync', companyId: agent.companyId, text: JSON.stringify(item) })
    hasMore = body.hasMore
    since = body.seq
  }
  return traces
}

export const everything = async (desk: TestDesk, agent: TestAgent): Promise<Trace[]> => [
  ...(await rows(desk)),
  ...files(desk),
  ...(await feed(agent)),
]

/** The items that contain the word, in any encoding: each once, sorted. */
export function findPlaces(word: string, traces: readonly Trace[]): string[] {
  const forms = listEncodings(Buffer.from(word)).map((form) => form.toLowerCase())
  const has = ({ text }: Trace) => forms.some((form) => text.toLowerCase().includes(form))
  return [...new Set(traces.filter(has).map(({ where }) => where))].sort()
}
