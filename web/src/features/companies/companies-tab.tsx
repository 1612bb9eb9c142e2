import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListCompaniesInfiniteQuery, type ListedCompany } from '../../data/companies.api'
import { leave } from '../../lib/leaving'
import { useSearch } from '../../lib/use-search'
import { EmptyState } from '../../ui/empty-state'
import { PagedList } from '../../ui/paged-list'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { CompanyRecord } from './company-record'
import { CompanyTable } from './company-table'

interface CompanyPagesProps {
  words: string
  onChoose: (company: ListedCompany) => void
}

const CompanyPages = ({ words, onChoose }: CompanyPagesProps) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  return (
    <PagedList
      query={useListCompaniesInfiniteQuery(words, { refetchOnMountOrArgChange: true })}
      records={(page) => page.companies}
      failedText={t('listFailed')}
      skeletons={<RowSkeletons height={44} />}
      empty={<EmptyState title={common('lists.emptySearch', { query: words })} text={t('companies.empty')} />}
    >
      {(companies) => <CompanyTable companies={companies} onChoose={onChoose} />}
    </PagedList>
  )
}

/** All companies of the platform, for super users. */
export const CompaniesTab = () => {
  const [chosen, setChosen] = useState<ListedCompany | null>(null)
  // Another key empties the form.
  const [round, setRound] = useState(0)
  const startOver = () => {
    setChosen(null)
    setRound((known) => known + 1)
  }
  const { words, field } = useSearch()
  return (
    <div className="record-tab">
      <CompanyRecord key={`${chosen?.id ?? 'new'} ${round}`} company={chosen} onDone={startOver} />
      <SearchField {...field} />
      <CompanyPages words={words} onChoose={(one) => leave(() => setChosen(one))} />
    </div>
  )
}
