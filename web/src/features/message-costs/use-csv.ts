import {
  CSV_MARK,
  writeCsvLine,
  type CostSums,
  type MessageCostGroup,
  type MessageCostsView,
} from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { writeMicros } from '../../lib/micros'
import { useGroupName } from './use-group-names'

/** The report as a file for spreadsheets: a line for each group shown, and the period's sums. */
export const useCsv = (by: MessageCostGroup): ((costs: MessageCostsView) => string) => {
  const { t, i18n } = useTranslation('messageCosts')
  const nameGroup = useGroupName(by)
  const locale = locales[matchLanguage(i18n.language)]
  const toCells = ({ charged, free, unpriced, costMicros }: CostSums) => [
    charged,
    free,
    unpriced,
    writeMicros(costMicros, locale),
  ]
  return ({ currency, groups, totals }) => {
    const lines = [
      [
        t(`by.${by}`),
        t('table.charged'),
        t('table.free'),
        t('table.unpriced'),
        `${t('table.cost')} (${currency})`,
      ],
      ...groups.map((group) => [nameGroup(group), ...toCells(group)]),
      [t('table.total'), ...toCells(totals)],
    ]
    return CSV_MARK + lines.map((cells) => `${writeCsvLine(cells)}\r\n`).join('')
  }
}
