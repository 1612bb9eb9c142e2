/** What an infinite query asks for: a page of its argument. */
export interface PageAsked<Arg, Page = number> {
  queryArg: Arg
  pageParam: Page
}

interface NumberedPage {
  hasMore: boolean
}

/** `infiniteQueryOptions` of a list whose pages are numbered from 1. */
export const numberedPages = {
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }: NumberedPage, _pages: unknown, page: number) =>
    hasMore ? page + 1 : undefined,
}

/** A list of what the words match, in an order other than its own where there is a sort. */
export interface SortedList<S extends string> {
  searchParam: string
  sort?: S | undefined
}

/** The parts of a request for a page of a list that the server sorts. */
export const toSortedPage = <Asked extends SortedList<string>>({
  queryArg,
  pageParam,
}: PageAsked<Asked>) => ({
  query: { ...queryArg, pageNumber: pageParam },
})

/** The parts of a request for a page of what the words match. */
export const toSearchedPage = ({ queryArg, pageParam }: PageAsked<string>) => ({
  query: { searchParam: queryArg, pageNumber: pageParam },
})
