import type { ChartProps } from './chart'
import type { PlotProps } from './chart-bar'

type ChartTableProps = Pick<ChartProps, 'labelHead' | 'valueHead'> & Pick<PlotProps, 'bars' | 'formatValue'>

export const ChartTable = ({ bars, labelHead, valueHead, formatValue }: ChartTableProps) => (
  <table className="chart__table">
    <thead>
      <tr>
        <th scope="col">{labelHead}</th>
        <th scope="col">{valueHead}</th>
      </tr>
    </thead>
    <tbody>
      {bars.map(({ label, value }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{formatValue(value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
