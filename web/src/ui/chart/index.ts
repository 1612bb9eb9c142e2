export { Chart, type ChartProps } from './chart'
export type { ChartBar } from './chart-bar'
