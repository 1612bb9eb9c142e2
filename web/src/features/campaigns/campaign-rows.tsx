import type { campaignSorts, CampaignView } from '@balcao/contracts'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'

import { formatDayTime } from '../../lib/format-date'
import type { Sorting } from '../../lib/use-sort'
import { IconAction } from '../../ui/icon-action'
import { ReloadIcon, StopIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'
import { StatusChip } from './status-chip'

export interface CampaignRowsProps {
  campaigns: CampaignView[]
  sorting: Sorting<(typeof campaignSorts)[number]> | undefined
  onEdit: (campaign: CampaignView) => void
  onDelete: (campaign: CampaignView) => void
  onCancel: (campaign: CampaignView) => void
  onRestart: (campaign: CampaignView) => void
}

type RowProps = Omit<CampaignRowsProps, 'campaigns' | 'sorting'> & { campaign: CampaignView }

const showTime = (iso: string | null): string => (iso ? formatDayTime(new Date(iso)) : '—')

/* The name leads to the report. */
const Name = ({ campaign }: { campaign: CampaignView }) => (
  <Link component={RouterLink} to={`/campaign/${campaign.id}/report`} sx={{ fontWeight: 600 }}>
    {campaign.name}
  </Link>
)

const Actions = ({ campaign, onEdit, onDelete, onCancel, onRestart }: RowProps) => {
  const { t } = useTranslation('campaigns')
  const { name, status } = campaign
  return (
    <RecordActions
      name={name}
      mayDelete={status !== 'EM_ANDAMENTO'}
      onEdit={() => onEdit(campaign)}
      onDelete={() => onDelete(campaign)}
    >
      {status === 'EM_ANDAMENTO' ? (
        <IconAction label={`${t('actions.cancel')}: ${name}`} onClick={() => onCancel(campaign)}>
          <StopIcon />
        </IconAction>
      ) : null}
      {status === 'CANCELADA' ? (
        <IconAction label={`${t('actions.restart')}: ${name}`} onClick={() => onRestart(campaign)}>
          <ReloadIcon />
        </IconAction>
      ) : null}
    </RecordActions>
  )
}

export const CampaignTable = ({ campaigns, sorting, ...handlers }: CampaignRowsProps) => {
  const { t } = useTranslation('campaigns')
  return (
    <RecordTable
      records={campaigns}
      sorting={sorting}
      columns={[
        {
          head: t('columns.name'),
          sort: 'name',
          isRowHead: true,
          cell: (campaign) => <Name campaign={campaign} />,
        },
        { head: t('columns.status'), cell: (campaign) => <StatusChip campaign={campaign} /> },
        { head: t('columns.contactList'), cell: ({ contactList }) => contactList?.name ?? '—' },
        { head: t('columns.whatsapp'), cell: ({ whatsapp }) => whatsapp?.name ?? '—' },
        {
          head: t('columns.scheduledAt'),
          sort: 'scheduledAt',
          isOneLine: true,
          cell: ({ scheduledAt }) => showTime(scheduledAt),
        },
        {
          head: t('columns.completedAt'),
          sort: 'completedAt',
          isOneLine: true,
          cell: ({ completedAt }) => showTime(completedAt),
        },
        { head: t('columns.confirmation'), cell: ({ confirmation }) => t(confirmation ? 'yes' : 'no') },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (campaign) => <Actions campaign={campaign} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const CampaignCards = ({ campaigns, ...handlers }: CampaignRowsProps) => (
  <ul className="list-cards">
    {campaigns.map((campaign) => (
      <li key={campaign.id} className="list-card">
        <div className="list-card__head">
          <Name campaign={campaign} />
          <StatusChip campaign={campaign} />
        </div>
        <div className="list-card__foot">
          <span>{showTime(campaign.scheduledAt)}</span>
          <Actions campaign={campaign} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
