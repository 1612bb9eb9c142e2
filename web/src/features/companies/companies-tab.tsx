import type { ManagedCompanyView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListCompaniesInfiniteQuery } from '../../data/companies.api'
import { useDebounced } from '../../lib/use-debounced'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { CompanyRecord } from './company-record'
import { CompanyTable } from './company-table'

interface CompanyPagesProps {
  words: string
  onChoose: (company: ManagedCompanyView) => void
}

const CompanyPages = ({ words, onChoose }: CompanyPagesProps) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListCompaniesInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={t('listFailed')} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={44} />
    )
  const companies = data.pages.flatMap((page) => page.companies)
  if (companies.length === 0)
    return <EmptyState title={common('lists.emptySearch', { query: words })} text={t('companies.empty')} />
  return (
    <>
      <CompanyTable companies={companies} onChoose={onChoose} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** All companies of the platform, for super users. */
export const CompaniesTab = () => {
  const [chosen, setChosen] = useState<ManagedCompanyView | null>(null)
  // Another key empties the form.
  const [round, setRound] = useState(0)
  const startOver = () => {
    setChosen(null)
    setRound((known) => known + 1)
  }
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  return (
    <div className="record-tab">
      <CompanyRecord key={`${chosen?.id ?? 'new'} ${round}`} company={chosen} onDone={startOver} />
      <SearchField value={typed} onChange={setTyped} />
      <CompanyPages words={words} onChoose={setChosen} />
    </div>
  )
}
