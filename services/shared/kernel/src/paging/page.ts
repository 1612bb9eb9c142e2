export interface PageRequest {
  /** From 1. */
  pageNumber: number
  size: number
}

export interface Page<T> {
  items: T[]
  hasMore: boolean
  count?: number
}

/** Cuts a result fetched with `LIMIT size + 1` into a page. */
export function toPage<T>(rows: T[], size: number): Page<T> {
  return { items: rows.slice(0, size), hasMore: rows.length > size }
}

export const PAGE_SIZES = { tickets: 40, contacts: 30, other: 20, all: 5_000 } as const
