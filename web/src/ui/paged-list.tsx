import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { translateError } from '../lib/error-toast'
import { EmptyState } from './empty-state'
import { ErrorState } from './error-state'
import { LoadMore } from './load-more'
import { RowSkeletons } from './row-skeletons'

/** What a list needs of an infinite query. */
export interface PagesQuery<P> {
  data?: { pages: P[] } | undefined
  /** Undefined while `data` answers the words searched for before. */
  currentData?: unknown
  error?: unknown
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** What is answered whole, as a list of one page. */
export const inOnePage = <P,>({
  data,
  currentData,
  error,
  refetch,
}: {
  data?: P | undefined
  currentData?: unknown
  error?: unknown
  refetch: () => unknown
}): PagesQuery<P> => ({
  data: data === undefined ? undefined : { pages: [data] },
  currentData,
  error,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  hasNextPage: false,
  fetchNextPage: () => undefined,
  refetch,
})

interface Identified {
  id: number
}

/* A record that moved while pages were loaded is on two of them. */
const listOnce = <R extends Identified>(records: readonly R[]): R[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
]

export interface PagedListProps<P, R extends Identified> {
  query: PagesQuery<P>
  records: (page: P) => readonly R[]
  /** Instead of a list without records. */
  empty: ReactNode
  /** Instead of what the error says. */
  failedText?: string
  /** While the first page is on its way; rows of 52 px unless given. */
  skeletons?: ReactNode
  children: (records: R[]) => ReactNode
}

/** All states of a list that comes in pages: on its way, failed, empty, and the pages so far with the next one on scrolling. */
export const PagedList = <P, R extends Identified>({
  query,
  records,
  empty,
  failedText,
  skeletons = <RowSkeletons height={52} />,
  children,
}: PagedListProps<P, R>) => {
  const { data, currentData, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  if (error && currentData === undefined)
    return <ErrorState text={failedText ?? translateError(error)} onRetry={() => void query.refetch()} />
  if (!data) return skeletons
  const found = listOnce(data.pages.flatMap(records))
  if (found.length === 0) return empty
  return (
    <>
      {children(found)}
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void query.fetchNextPage()}
      />
    </>
  )
}

export interface EmptyListProps {
  /** What was searched; '' when nothing was. */
  words: string
  title: string
  text: string
  /** Below "Nada para …"; of a list that is searched. */
  searchText?: string
  action?: ReactNode
}

/** A list without records: none yet, or none that matches. */
export const EmptyList = ({ words, title, text, searchText, action }: EmptyListProps) => {
  const { t } = useTranslation()
  return words === '' ? (
    <EmptyState title={title} text={text} action={action} />
  ) : (
    <EmptyState title={t('lists.emptySearch', { query: words })} text={searchText} />
  )
}
