import type { ExportPage } from '@balcao/kernel'

export interface ExportRow {
  line: string
  /** Where the row is: the next page begins after it. */
  cursor: string
}

/* A quarter of what a gRPC message may have. One row may have more. */
const PAGE_CHARS = 1024 * 1024

/** The rows of a page that fit one answer, at least one. @param size how many were asked for: fewer are the last ones. */
export function cutPage(rows: readonly ExportRow[], size: number): ExportPage {
  let chars = 0
  let count = 0
  for (const { line } of rows) {
    chars += line.length
    if (count > 0 && chars > PAGE_CHARS) break
    count += 1
  }
  const isLast = count === rows.length && rows.length < size
  return {
    lines: rows.slice(0, count).map(({ line }) => line),
    next: isLast ? '' : (rows[count - 1]?.cursor ?? ''),
  }
}
