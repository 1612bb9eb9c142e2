/** One bar of a chart and one row of its table. */
export interface ChartBar {
  /** In full, for the table and the tooltip; no other bar of the chart has it. */
  label: string
  /** On the axis, where there is little room. */
  tick: string
  /** Null: there is nothing to measure. */
  value: number | null
  /** A token of `tokens.css` or what users chose; the primary colour without one. */
  color?: string
  /** What else is known of it. */
  note?: string
}

export interface PlotProps {
  /** Names the drawing for screen readers. */
  title: string
  bars: ChartBar[]
  /** The value with its unit, in the user's language: `1.234 mensagens`. */
  describeValue: (value: number) => string
  /** The value alone, in the user's language. */
  formatValue: (value: number) => string
  /** The value of a bar that fills the box; without it that of the highest bar. */
  most?: number | undefined
  /** A bar of 0 was measured, and is drawn as low as can be seen; 0 of what is counted is no bar. */
  drawsZero?: boolean | undefined
}

/** Whether a bar is there to be seen; without one a chart says that it is empty. */
export const isDrawn = (value: unknown, drawsZero: PlotProps['drawsZero']): boolean =>
  drawsZero ? typeof value === 'number' : Number(value) > 0
