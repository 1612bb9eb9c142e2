import { createHash } from 'node:crypto'

import { companyId, messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import { groupBy, type Database, isRecord } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { MessageDocument, MessageDocuments } from '../features/messages/message-documents.port'

/* The most documents that `MessageDocuments.get` answers at once. */
const PAGE = 100

export interface CopyReport {
  /** Documents in Postgres. */
  seen: number
  /** Of them, those that the target did not have. */
  copied: number
  /** Of them, those that the target has with another content: changed there since, or another message's. Left as they are. */
  different: MessageId[]
}

export interface CopyOptions {
  /** The service's database, where documents have lived. */
  from: Database
  to: MessageDocuments
  /** Called after each page. */
  onProgress?: (report: Readonly<CopyReport>) => void
}

interface Stored {
  companyId: CompanyId
  document: MessageDocument
}

/**
 * Copies every company's documents from Postgres to `to`, and reads each back to compare its content. Idempotent:
 * what is there already is compared and not written, so an interrupted copy can be run again. Postgres
 * keeps its copies; erasure reaches both.
 */
export async function copyDocuments({ from, to, onProgress }: CopyOptions): Promise<CopyReport> {
  const report: CopyReport = { seen: 0, copied: 0, different: [] }
  let last: Stored | undefined
  do {
    const page: Stored[] = await readPageAfter(from, last)
    for (const [company, stored] of groupBy(page, (one) => one.companyId)) {
      const documents = stored.map(({ document }) => document)
      report.copied += await copyMissing(to, company, documents)
      report.different.push(...(await findDifferent(to, company, documents)))
    }
    report.seen += page.length
    onProgress?.(report)
    last = page.length < PAGE ? undefined : page.at(-1)
  } while (last)
  return report
}

async function copyMissing(
  to: MessageDocuments,
  company: CompanyId,
  documents: readonly MessageDocument[],
): Promise<number> {
  const known = await to.get(
    company,
    documents.map(({ id }) => id),
  )
  const missing = documents.filter(({ id }) => !known.has(id))
  await to.put(company, missing)
  return missing.length
}

async function findDifferent(
  to: MessageDocuments,
  company: CompanyId,
  documents: readonly MessageDocument[],
): Promise<MessageId[]> {
  const ids = documents.map(({ id }) => id)
  const arrived = await to.get(company, ids)
  return documents
    .filter((document) => contentDigest(document) !== contentDigest(arrived.get(document.id)))
    .map(({ id }) => id)
}

async function readPageAfter(from: Database, last: Stored | undefined): Promise<Stored[]> {
  const sql = `SELECT company_id, id, body FROM message_documents
    WHERE (company_id, id) > ($1, $2::uuid) ORDER BY company_id, id LIMIT ${PAGE}`
  const after = [last?.companyId ?? 0, last?.document.id ?? '00000000-0000-0000-0000-000000000000']
  const rows = await from.asPlatform((tx) =>
    query<{ company_id: number; id: string; body: Omit<MessageDocument, 'id'> }>(tx, sql, after),
  )
  return rows.map(({ company_id, id, body }) => ({
    companyId: companyId(company_id),
    document: { ...body, id: messageId(id) },
  }))
}

/** SHA-256 of the content; the order of its fields does not matter. */
export const contentDigest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, sortKeys) ?? '')
    .digest('hex')

const sortKeys = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
