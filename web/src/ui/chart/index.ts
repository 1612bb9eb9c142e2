export { Chart, type ChartProps } from './chart'
export type { ChartBar } from './chart-bar'
export { ChartFrame } from './chart-frame'
export { ChartTable } from './chart-table'
