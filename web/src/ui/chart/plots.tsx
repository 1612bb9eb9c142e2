import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Text,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts'

import { isDrawn, type ChartBar, type PlotProps } from './chart-bar'
import { ChartTooltip } from './chart-tooltip'

/** More columns than this have no values above them. */
const MOST_VALUES = 31
/** Of a digit in the charts' size, with its share of the gap. */
const DIGIT_PX = 8
const ROW_PX = 32
/** Between two labels of the time axis. */
const TICK_GAP_PX = 16
const NAME_PX = 120

const PRIMARY = 'var(--primary)'
const FULL = { width: '100%', height: '100%' }
const tick = { fill: 'var(--ink2)', fontSize: 12 }
const cursor = { fill: 'var(--hover)' }

const colored = (bars: ChartBar[]) => bars.map((bar) => ({ ...bar, fill: bar.color ?? PRIMARY }))

const countDigits = ({ bars, formatValue }: Pick<PlotProps, 'bars' | 'formatValue'>): number =>
  Math.max(...bars.map(({ value }) => formatValue(value ?? 0).length))

/* What is drawn can be seen beside a bar that is a thousand times as high. */
const findMinimumPx = (drawsZero: PlotProps['drawsZero']) => (value: unknown) =>
  isDrawn(value, drawsZero) ? 2 : 0

type ValueProps = Pick<PlotProps, 'bars' | 'formatValue' | 'drawsZero'>

const showIfDrawn =
  ({ formatValue, drawsZero }: ValueProps) =>
  (value: unknown) =>
    isDrawn(value, drawsZero) ? formatValue(Number(value)) : ''

/* Above all columns or above none. */
const ColumnValues = (props: ValueProps) => {
  const { bars } = props
  const area = usePlotArea()
  const hasRoom = area && area.width / bars.length >= countDigits(props) * DIGIT_PX
  return hasRoom && bars.length <= MOST_VALUES ? (
    <LabelList
      dataKey="value"
      position="top"
      formatter={showIfDrawn(props)}
      fill="var(--ink2)"
      fontSize={12}
    />
  ) : null
}

/** Columns from left to right, as many labels below them as can be read, and an axis of whole numbers. */
export const ColumnPlot = ({ title, bars, describeValue, formatValue, most, drawsZero }: PlotProps) => (
  <BarChart
    responsive
    accessibilityLayer
    className="chart__drawing"
    style={FULL}
    aria-label={title}
    data={colored(bars)}
    margin={{ top: 20, right: 4, bottom: 0, left: 4 }}
    barCategoryGap="15%"
  >
    <CartesianGrid vertical={false} stroke="var(--line)" />
    <XAxis
      dataKey="tick"
      tick={tick}
      tickLine={false}
      stroke="var(--line-strong)"
      interval="equidistantPreserveStart"
      minTickGap={TICK_GAP_PX}
    />
    <YAxis
      width="auto"
      tick={tick}
      tickLine={false}
      axisLine={false}
      allowDecimals={false}
      domain={[0, most ?? 'auto']}
      tickFormatter={formatValue}
    />
    <Tooltip cursor={cursor} content={<ChartTooltip describeValue={describeValue} />} />
    <Bar
      dataKey="value"
      fill={PRIMARY}
      maxBarSize={56}
      radius={[4, 4, 0, 0]}
      minPointSize={findMinimumPx(drawsZero)}
    >
      <ColumnValues bars={bars} formatValue={formatValue} drawsZero={drawsZero} />
    </Bar>
  </BarChart>
)

/* A long name ends with dots; the tooltip and the table have all of it. */
const NameTick = ({ payload, ...position }: YAxisTickContentProps) => (
  <Text {...position} {...tick} width={NAME_PX - 2 * DIGIT_PX} maxLines={1} breakAll>
    {String(payload.value)}
  </Text>
)

/** A row for each name, with its value at the end. */
export const RowPlot = ({ title, bars, describeValue, formatValue, most, drawsZero }: PlotProps) => (
  <BarChart
    responsive
    accessibilityLayer
    layout="vertical"
    className="chart__drawing"
    style={{ ...FULL, minHeight: bars.length * ROW_PX }}
    aria-label={title}
    data={colored(bars)}
    margin={{ top: 0, right: countDigits({ bars, formatValue }) * DIGIT_PX + DIGIT_PX, bottom: 0, left: 0 }}
  >
    <XAxis type="number" hide domain={[0, most ?? 'dataMax']} />
    <YAxis
      type="category"
      dataKey="tick"
      width={NAME_PX}
      tick={NameTick}
      tickLine={false}
      stroke="var(--line-strong)"
      interval={0}
    />
    <Tooltip cursor={cursor} content={<ChartTooltip describeValue={describeValue} />} />
    <Bar
      dataKey="value"
      fill={PRIMARY}
      maxBarSize={20}
      radius={[0, 4, 4, 0]}
      minPointSize={findMinimumPx(drawsZero)}
    >
      <LabelList
        dataKey="value"
        position="right"
        formatter={(value: unknown) => formatValue(Number(value))}
        fill="var(--ink)"
        fontSize={12}
      />
    </Bar>
  </BarChart>
)
