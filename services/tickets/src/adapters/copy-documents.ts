import { createHash } from 'node:crypto'

import type { CompanyId, MessageId } from '@balcao/contracts'
import { groupBy, type Database, isRecord } from '@balcao/kernel'

import type { DocumentMove, MovedDocuments } from '../features/messages/moved-documents.port'
import { PgDocumentMoves } from './postgres/pg-document-moves'

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
  to: MovedDocuments
  /** Called after each page. */
  onProgress?: (report: Readonly<CopyReport>) => void
}

/**
 * Copies every company's documents from Postgres to `to`, and reads each back to compare its content. Idempotent: what is there
 * already in the same revision or a newer one is compared and not written, so an interrupted copy can be run again. Postgres
 * keeps its copies; a desk with `MONGO_URL` deletes them when it finds them there.
 */
export async function copyDocuments({ from, to, onProgress }: CopyOptions): Promise<CopyReport> {
  const report: CopyReport = { seen: 0, copied: 0, different: [] }
  const moves = new PgDocumentMoves(from)
  let last: DocumentMove | undefined
  do {
    const page: DocumentMove[] = await moves.listAfter(last, PAGE)
    for (const [company, moved] of groupBy(page, (one) => one.companyId)) {
      const ids = moved.map(({ document }) => document.id)
      const known = await to.get(company, ids)
      await to.write(moved)
      report.copied += moved.length - known.size
      report.different.push(...(await findDifferent(to, company, moved)))
    }
    report.seen += page.length
    onProgress?.(report)
    last = page.length < PAGE ? undefined : page.at(-1)
  } while (last)
  return report
}

async function findDifferent(
  to: MovedDocuments,
  company: CompanyId,
  moves: readonly DocumentMove[],
): Promise<MessageId[]> {
  const documents = moves.map(({ document }) => document)
  const ids = documents.map(({ id }) => id)
  const arrived = await to.get(company, ids)
  return documents
    .filter((document) => contentDigest(document) !== contentDigest(arrived.get(document.id)))
    .map(({ id }) => id)
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
