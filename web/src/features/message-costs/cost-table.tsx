import type { CostGroupView, CostSums, MessageCostGroup, MessageCostsView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { formatMicros } from '../../lib/micros'
import '../../ui/list-table.css'

interface CostTableProps {
  costs: MessageCostsView
  by: MessageCostGroup
  nameGroup: (group: CostGroupView) => string
}

const Cells = ({ sums, currency }: { sums: CostSums; currency: string }) => {
  const { i18n } = useTranslation()
  const language = matchLanguage(i18n.language)
  return (
    <>
      <TableCell align="right">{formatNumber(sums.charged, language)}</TableCell>
      <TableCell align="right">{formatNumber(sums.free, language)}</TableCell>
      <TableCell align="right">{formatNumber(sums.unpriced, language)}</TableCell>
      <TableCell align="right">{formatMicros(sums.costMicros, currency, locales[language])}</TableCell>
    </>
  )
}

/** The groups with their sums, and those of the period. */
export const CostTable = ({ costs, by, nameGroup }: CostTableProps) => {
  const { t } = useTranslation('messageCosts')
  const { currency, groups, totals } = costs
  return (
    <div className="list-table costs__table" role="region" aria-label={t('table.title')} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t(`by.${by}`)}</TableCell>
            <TableCell align="right">{t('table.charged')}</TableCell>
            <TableCell align="right">{t('table.free')}</TableCell>
            <TableCell align="right">{t('table.unpriced')}</TableCell>
            <TableCell align="right">{t('table.cost')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <TableRow key={group.key}>
              <TableCell component="th" scope="row">
                {nameGroup(group)}
              </TableCell>
              <Cells sums={group} currency={currency} />
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row">
              {t('table.total')}
            </TableCell>
            <Cells sums={totals} currency={currency} />
          </TableRow>
        </TableFooter>
      </Table>
    </div>
  )
}
