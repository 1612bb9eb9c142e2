import Button from '@mui/material/Button'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { useHasBeenSeen } from '../../lib/use-has-been-seen'
import { useHasRoom } from '../../lib/use-has-room'
import { EmptyState } from '../empty-state'
import { ErrorBoundary } from '../error-boundary'
import './chart.css'
import type { ChartBar, PlotProps } from './chart-bar'
import { ChartTable } from './chart-table'

const ColumnPlot = lazy(async () => ({ default: (await import('./plots')).ColumnPlot }))
const RowPlot = lazy(async () => ({ default: (await import('./plots')).RowPlot }))

export interface ChartProps extends Pick<PlotProps, 'title' | 'most' | 'describeValue'> {
  bars: ChartBar[]
  /** What a label is: the head of the table's first column. */
  labelHead: string
  valueHead: string
  /** Instead of a drawing in which every bar is 0. */
  empty: string
  /** `names` are rows where columns have no room for them; times are columns always. */
  kind: 'names' | 'times'
}

/** More names than this, or a narrower box, are drawn as rows. */
const MOST_COLUMNS = 8
const COLUMN_NAME_PX = 90
/** The drawing's code is fetched this long before it is scrolled into view. */
const AHEAD_PX = 200

const Drawing = ({ kind, ...plot }: PlotProps & Pick<ChartProps, 'kind'>) => {
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useHasBeenSeen(box, AHEAD_PX)
  const hasRoom = useHasRoom(box, plot.bars.length * COLUMN_NAME_PX)
  const Plot = kind === 'times' || (plot.bars.length <= MOST_COLUMNS && hasRoom) ? ColumnPlot : RowPlot
  return (
    <div className="chart__box" ref={box}>
      {isSeen ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Plot {...plot} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  )
}

/** Bars drawn by Recharts, and the same as a table: shown by choice, always there for screen readers. */
export const Chart = ({ title, bars, labelHead, valueHead, empty, ...drawing }: ChartProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const formatValue = (value: number) => formatNumber(value, matchLanguage(i18n.language))
  const isEmpty = bars.every(({ value }) => value === 0)
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart__head">
        <h2 id={id}>{title}</h2>
        <Button size="small" color="secondary" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </header>
      {isEmpty && !isTable ? <EmptyState title={empty} /> : null}
      {isEmpty || isTable ? null : (
        <Drawing title={title} bars={bars} formatValue={formatValue} {...drawing} />
      )}
      <div className={isTable ? undefined : 'visually-hidden'}>
        <ChartTable bars={bars} labelHead={labelHead} valueHead={valueHead} formatValue={formatValue} />
      </div>
    </section>
  )
}
