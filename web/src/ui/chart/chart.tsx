import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { useHasBeenSeen } from '../../lib/use-has-been-seen'
import { useHasRoom } from '../../lib/use-has-room'
import { ErrorBoundary } from '../error-boundary'
import { isDrawn, type ChartBar, type PlotProps } from './chart-bar'
import { ChartFrame } from './chart-frame'
import { ChartTable } from './chart-table'

const ColumnPlot = lazy(async () => ({ default: (await import('./plots')).ColumnPlot }))
const RowPlot = lazy(async () => ({ default: (await import('./plots')).RowPlot }))

export interface ChartProps extends Pick<PlotProps, 'title' | 'most' | 'describeValue' | 'drawsZero'> {
  bars: ChartBar[]
  /** What a label is: the head of the table's first column. */
  labelHead: string
  valueHead: string
  /** The head of the notes' column, where bars have notes. */
  noteHead?: string
  /** Instead of a drawing in which every bar is 0 or nothing. */
  empty: string
  /** Numbers in the user's language unless given. */
  formatValue?: PlotProps['formatValue']
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

/** Bars drawn by Recharts, and the same as a table. */
export const Chart = ({
  title,
  bars,
  labelHead,
  valueHead,
  noteHead,
  empty,
  formatValue: format,
  ...drawing
}: ChartProps) => {
  const { i18n } = useTranslation()
  const formatValue = format ?? ((value: number) => formatNumber(value, matchLanguage(i18n.language)))
  const isEmpty = !bars.some(({ value }) => isDrawn(value, drawing.drawsZero))
  return (
    <ChartFrame
      title={title}
      isEmpty={isEmpty}
      empty={empty}
      table={<ChartTable {...{ bars, labelHead, valueHead, noteHead, formatValue }} />}
    >
      <Drawing title={title} bars={bars} formatValue={formatValue} {...drawing} />
    </ChartFrame>
  )
}
