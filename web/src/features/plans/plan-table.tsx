import { planFlags, type ManagedPlanView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { formatReais } from '../../lib/format-money'
import { formatMegabytes } from '../../lib/format-storage'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { planLimits } from './plan.form'

interface PlanTableProps {
  plans: ManagedPlanView[]
  onChoose: (plan: ManagedPlanView) => void
}

const Features = ({ plan }: { plan: ManagedPlanView }) => {
  const { t } = useTranslation('billing')
  return (
    <span className="list-chips">
      {planFlags
        .filter((flag) => plan[flag])
        .map((flag) => (
          <ColorChip key={flag}>{t(`plans.flags.${flag}`)}</ColorChip>
        ))}
    </span>
  )
}

const ApiLimits = ({ plan }: { plan: ManagedPlanView }) => {
  const { t, i18n } = useTranslation('billing')
  const format = (limit: number) => (limit > 0 ? limit.toLocaleString(i18n.language) : t('plans.noLimit'))
  return `${format(plan.apiMessagesPerMinute)} / ${format(plan.apiMessagesPerDay)}`
}

export const PlanTable = ({ plans, onChoose }: PlanTableProps) => {
  const { t, i18n } = useTranslation('billing')
  const { t: common } = useTranslation()
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('plans.fields.name')}</TableCell>
            {planLimits.map((limit) => (
              <TableCell key={limit} align="right">
                {t(`plans.fields.${limit}`)}
              </TableCell>
            ))}
            <TableCell align="right">{t('plans.fields.value')}</TableCell>
            <TableCell align="right">{t('plans.fields.apiMessages')}</TableCell>
            <TableCell align="right">{t('plans.fields.media')}</TableCell>
            <TableCell>{t('plans.features')}</TableCell>
            <TableCell>{t('plans.fields.offered')}</TableCell>
            <TableCell align="right">{t('actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {plans.map((plan) => (
            <TableRow key={plan.id} hover>
              <TableCell component="th" scope="row">
                {plan.name}
              </TableCell>
              {planLimits.map((limit) => (
                <TableCell key={limit} align="right">
                  {plan[limit]}
                </TableCell>
              ))}
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {formatReais(plan.value)}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <ApiLimits plan={plan} />
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {plan.mediaMegabytes > 0
                  ? formatMegabytes(plan.mediaMegabytes, i18n.language)
                  : t('plans.noLimit')}
              </TableCell>
              <TableCell>
                <Features plan={plan} />
              </TableCell>
              <TableCell>{t(plan.offered ? 'yes' : 'no')}</TableCell>
              <TableCell align="right">
                <IconAction label={`${common('actions.edit')}: ${plan.name}`} onClick={() => onChoose(plan)}>
                  <EditIcon />
                </IconAction>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
