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

/** Part of a list: in the list's own order, or as `sort` says where it can be sorted. */
export interface Slice<Sort extends string = never> {
  offset: number
  limit: number
  sort?: Sort | undefined
}

/** The rows of a slice, and how many the whole list has. */
export interface Counted<T> {
  items: T[]
  count: number
}

export interface CountedPage<T> extends Counted<T> {
  hasMore: boolean
}

/** What a call for a numbered page asks for. */
export interface NumberedPage<Sort extends string = never> {
  /** From 1. */
  pageNumber: number
  sort?: Sort | undefined
}

export const PAGE_SIZES = { tickets: 40, contacts: 30, other: 20, all: 5_000 } as const

/** All rows, at most 5,000. */
export const WHOLE_LIST: Slice = { offset: 0, limit: PAGE_SIZES.all }

/** The page that is asked for: what `read` answers for its slice, and whether rows follow. */
export async function readPage<T, Sort extends string = never>(
  { pageNumber, sort }: NumberedPage<Sort>,
  read: (slice: Slice<Sort>) => Promise<Counted<T>>,
  limit: number = PAGE_SIZES.other,
): Promise<CountedPage<T>> {
  const offset = (pageNumber - 1) * limit
  const { items, count } = await read({ offset, limit, sort })
  return { items, count, hasMore: count > offset + items.length }
}
