import { countDaysUntil } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { ListedCompany } from '../../data/companies.api'

import { formatDay } from '../../lib/format-date'
import { formatStorage } from '../../lib/format-storage'
import { readServerTime } from '../../lib/server-clock'
import { IconAction } from '../../ui/icon-action'
import { EditIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { chooseDueMark } from './company.form'
import './companies.css'

interface CompanyTableProps {
  companies: ListedCompany[]
  onChoose: (company: ListedCompany) => void
}

const DueDate = ({ company, now }: { company: ListedCompany; now: Date }) => {
  const { t } = useTranslation('billing')
  if (company.dueDate === null) return <>{t('companies.never')}</>
  const days = countDaysUntil(new Date(company.dueDate), now)
  const isMarked = chooseDueMark(company.dueDate, now) !== undefined
  return (
    <span className="company-due">
      {formatDay(new Date(company.dueDate))}
      <small>
        {t(`companies.recurrence.${company.recurrence}`)}
        {isMarked
          ? ` · ${days === 0 ? t('companies.dueToday') : t(days > 0 ? 'companies.dueIn' : 'companies.dueAgo', { count: Math.abs(days) })}`
          : ''}
      </small>
    </span>
  )
}

const Media = ({ usage }: { usage: ListedCompany['mediaUsage'] }) => {
  const { t, i18n } = useTranslation('billing')
  if (!usage) return null
  const allowed =
    usage.allowedBytes > 0 ? formatStorage(usage.allowedBytes, i18n.language) : t('plans.noLimit')
  return `${formatStorage(usage.usedBytes, i18n.language)} / ${allowed}`
}

const CompanyRow = ({
  company,
  onChoose,
}: {
  company: ListedCompany
  onChoose: CompanyTableProps['onChoose']
}) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const now = readServerTime()
  const mark = chooseDueMark(company.dueDate, now)
  return (
    <TableRow hover className={mark ? `company-row--${mark}` : undefined}>
      <TableCell component="th" scope="row">
        {company.name}
      </TableCell>
      <TableCell>{company.email}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{company.phone}</TableCell>
      <TableCell>{company.plan?.name ?? company.planId}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <Media usage={company.mediaUsage} />
      </TableCell>
      <TableCell>{t(company.campaignsEnabled ? 'yes' : 'no')}</TableCell>
      <TableCell>{t(company.status ? 'yes' : 'no')}</TableCell>
      <TableCell>{formatDay(new Date(company.createdAt))}</TableCell>
      <TableCell>
        <DueDate company={company} now={now} />
      </TableCell>
      <TableCell align="right">
        <IconAction label={`${common('actions.edit')}: ${company.name}`} onClick={() => onChoose(company)}>
          <EditIcon />
        </IconAction>
      </TableCell>
    </TableRow>
  )
}

export const CompanyTable = ({ companies, onChoose }: CompanyTableProps) => {
  const { t } = useTranslation('billing')
  const columns = [
    'name',
    'email',
    'phone',
    'planId',
    'media',
    'campaignsEnabled',
    'status',
    'createdAt',
    'dueDate',
  ] as const
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column}>{t(`companies.fields.${column}`)}</TableCell>
            ))}
            <TableCell align="right">{t('actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {companies.map((company) => (
            <CompanyRow key={company.id} company={company} onChoose={onChoose} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
