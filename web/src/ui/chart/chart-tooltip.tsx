import type { TooltipContentProps } from 'recharts'

import type { ChartBar, PlotProps } from './chart-bar'

/** The bar under the pointer or the arrow keys; screen readers hear it. */
export const ChartTooltip = ({
  active,
  payload,
  describeValue,
}: Partial<TooltipContentProps> & Pick<PlotProps, 'describeValue'>) => {
  const bar = payload?.[0]?.payload as ChartBar | undefined
  return (
    <div className={active && bar ? 'chart__tooltip' : 'visually-hidden'} role="status">
      {active && bar ? (
        <>
          <span className="chart__tooltip-label">{bar.label}</span>{' '}
          {bar.value === null ? '–' : describeValue(bar.value)}
          {bar.note ? <span className="chart__tooltip-label">{bar.note}</span> : null}
        </>
      ) : null}
    </div>
  )
}
