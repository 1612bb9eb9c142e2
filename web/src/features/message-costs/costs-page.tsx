import { messageCostGroups, type MessageCostGroup, type MessageCostsView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReadMessageCostsQuery } from '../../data/message-costs.api'
import { translateError } from '../../lib/error-toast'
import { saveFile } from '../../lib/save-file'
import { readServerTime } from '../../lib/server-clock'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { DownloadIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { FilterBar, startFilter, toDates, type Filter } from '../dashboard'
import { Budget } from './budget'
import { CostCards } from './cost-cards'
import { CostCharts } from './cost-charts'
import { CostTable } from './cost-table'
import './message-costs.css'
import { PricesDialog } from './prices-dialog'
import { useCsv } from './use-csv'
import { useGroupName } from './use-group-names'

interface ReportProps {
  costs: MessageCostsView
  by: MessageCostGroup
  file: string
  onBy: (by: MessageCostGroup) => void
  onPrices: () => void
}

const GroupChoice = ({ by, onBy }: Pick<ReportProps, 'by' | 'onBy'>) => {
  const { t } = useTranslation('messageCosts')
  return (
    <TextField
      id="costs-by"
      select
      size="small"
      label={t('by.label')}
      value={by}
      onChange={({ target }) => onBy(messageCostGroups.find((one) => one === target.value) ?? by)}
    >
      {messageCostGroups.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`by.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const Report = ({ costs, by, file, onBy, onPrices }: ReportProps) => {
  const { t } = useTranslation('messageCosts')
  const nameGroup = useGroupName(by)
  const writeCsv = useCsv(by)
  const { totals, groups } = costs
  const groupsLeft = costs.groupCount - groups.length
  if (totals.charged + totals.free === 0)
    return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <CostCards costs={costs} />
      <p className="costs__note">{t('estimate')}</p>
      {totals.unpriced > 0 ? (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={onPrices}>
              {t('prices.enter')}
            </Button>
          }
        >
          {t('unpriced', { count: totals.unpriced })}
        </Alert>
      ) : null}
      <div className="costs__by">
        <GroupChoice by={by} onBy={onBy} />
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          onClick={() => saveFile(new Blob([writeCsv(costs)], { type: 'text/csv' }), file)}
        >
          {t('csv')}
        </Button>
      </div>
      <CostCharts costs={costs} by={by} nameGroup={nameGroup} />
      <CostTable costs={costs} by={by} nameGroup={nameGroup} />
      {groupsLeft > 0 ? <p className="costs__note">{t('more', { count: groupsLeft })}</p> : null}
    </>
  )
}

/** What official numbers cost: for administrators. */
export const CostsPage = () => {
  const { t } = useTranslation('messageCosts')
  const [filter, setFilter] = useState<Filter>(() => startFilter(readServerTime()))
  const [by, setBy] = useState<MessageCostGroup>('category')
  const [pricing, setPricing] = useState(false)
  const dates = toDates(filter, readServerTime())
  const asked = { initialDate: dates?.from ?? '', finalDate: dates?.to ?? '', by }
  const { data, error, refetch } = useReadMessageCostsQuery(asked, { refetchOnMountOrArgChange: true })
  const file = `${t('file')}-${asked.initialDate}-${asked.finalDate}.csv`
  return (
    <Page>
      <PageHeader title={t('title')}>
        <Button variant="contained" onClick={() => setPricing(true)}>
          {t('prices.dialog')}
        </Button>
      </PageHeader>
      <div className="dashboard">
        <Budget onEdit={() => setPricing(true)} />
        <FilterBar applied={filter} onApply={setFilter} />
        {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <RowSkeletons height={96} /> : null}
        {data && !error ? (
          <Report costs={data} by={by} file={file} onBy={setBy} onPrices={() => setPricing(true)} />
        ) : null}
      </div>
      {pricing ? <PricesDialog onClose={() => setPricing(false)} /> : null}
    </Page>
  )
}
