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

/** The parts of a request for a page of what the words match. */
export const toSearchedPage = ({ queryArg, pageParam }: PageAsked<string>) => ({
  query: { searchParam: queryArg, pageNumber: pageParam },
})
