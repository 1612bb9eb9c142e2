import type { CampaignView } from '@balcao/contracts'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'

import { formatDayTime } from '../../lib/format-date'
import { IconAction } from '../../ui/icon-action'
import { CloseIcon, EditIcon, ReloadIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { StatusChip } from './status-chip'

export interface CampaignRowsProps {
  campaigns: CampaignView[]
  onEdit: (campaign: CampaignView) => void
  onDelete: (campaign: CampaignView) => void
  onCancel: (campaign: CampaignView) => void
  onRestart: (campaign: CampaignView) => void
}

type RowProps = Omit<CampaignRowsProps, 'campaigns'> & { campaign: CampaignView }

const showTime = (iso: string | null): string => (iso ? formatDayTime(new Date(iso)) : '—')

/* The name leads to the report. */
const Name = ({ campaign }: { campaign: CampaignView }) => (
  <Link component={RouterLink} to={`/campaign/${campaign.id}/report`} sx={{ fontWeight: 600 }}>
    {campaign.name}
  </Link>
)

const Actions = ({ campaign, onEdit, onDelete, onCancel, onRestart }: RowProps) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const { name, status } = campaign
  return (
    <span className="list-actions">
      {status === 'EM_ANDAMENTO' ? (
        <IconAction label={`${t('actions.cancel')}: ${name}`} onClick={() => onCancel(campaign)}>
          <CloseIcon />
        </IconAction>
      ) : null}
      {status === 'CANCELADA' ? (
        <IconAction label={`${t('actions.restart')}: ${name}`} onClick={() => onRestart(campaign)}>
          <ReloadIcon />
        </IconAction>
      ) : null}
      <IconAction label={`${common('actions.edit')}: ${name}`} onClick={() => onEdit(campaign)}>
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${common('actions.delete')}: ${name}`}
        disabled={status === 'EM_ANDAMENTO'}
        onClick={() => onDelete(campaign)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const CampaignTable = ({ campaigns, ...handlers }: CampaignRowsProps) => {
  const { t } = useTranslation('campaigns')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.status')}</TableCell>
            <TableCell>{t('columns.contactList')}</TableCell>
            <TableCell>{t('columns.whatsapp')}</TableCell>
            <TableCell>{t('columns.scheduledAt')}</TableCell>
            <TableCell>{t('columns.completedAt')}</TableCell>
            <TableCell>{t('columns.confirmation')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {campaigns.map((campaign) => (
            <TableRow key={campaign.id} hover>
              <TableCell component="th" scope="row">
                <Name campaign={campaign} />
              </TableCell>
              <TableCell>
                <StatusChip campaign={campaign} />
              </TableCell>
              <TableCell>{campaign.contactList?.name ?? '—'}</TableCell>
              <TableCell>{campaign.whatsapp?.name ?? '—'}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{showTime(campaign.scheduledAt)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{showTime(campaign.completedAt)}</TableCell>
              <TableCell>{t(campaign.confirmation ? 'yes' : 'no')}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions campaign={campaign} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
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
