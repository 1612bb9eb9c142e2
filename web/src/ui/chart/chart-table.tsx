import type { ChartProps } from './chart'
import type { PlotProps } from './chart-bar'

type ChartTableProps = Pick<ChartProps, 'labelHead' | 'valueHead' | 'noteHead'> &
  Pick<PlotProps, 'bars' | 'formatValue'>

export const ChartTable = ({ bars, labelHead, valueHead, noteHead, formatValue }: ChartTableProps) => (
  <table className="chart__table">
    <thead>
      <tr>
        <th scope="col">{labelHead}</th>
        <th scope="col">{valueHead}</th>
        {noteHead ? <th scope="col">{noteHead}</th> : null}
      </tr>
    </thead>
    <tbody>
      {bars.map(({ label, value, note }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{value === null ? '–' : formatValue(value)}</td>
          {noteHead ? <td>{note}</td> : null}
        </tr>
      ))}
    </tbody>
  </table>
)
