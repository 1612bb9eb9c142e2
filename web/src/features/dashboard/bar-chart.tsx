import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Bar {
  label: string
  value: number
}

export interface BarChartProps {
  title: string
  /** What a label is: the head of the table's first column. */
  labelHead: string
  bars: Bar[]
}

/** More bars than this have no room for their values. */
const MOST_VALUES = 31

const Bars = ({ bars }: { bars: Bar[] }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <div className="bars" aria-hidden="true">
      {bars.map(({ label, value }) => (
        <div key={label} className="bars__one" title={`${label}: ${value}`}>
          <span className="bars__value">{bars.length <= MOST_VALUES && value > 0 ? value : ''}</span>
          <span className="bars__bar" style={{ height: `${(value / most) * 100}%` }} />
          <span className="bars__label">{label}</span>
        </div>
      ))}
    </div>
  )
}

/** Bars, and the same as a table: shown by choice, always there for screen readers. */
export const BarChart = ({ title, labelHead, bars }: BarChartProps) => {
  const { t } = useTranslation('dashboard')
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart__head">
        <h2 id={id}>{title}</h2>
        <Button size="small" color="secondary" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'charts.asBars' : 'charts.asTable')}
        </Button>
      </header>
      {isTable ? null : <Bars bars={bars} />}
      <table className={isTable ? 'chart__table' : 'chart__table chart__table--hidden'}>
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            <th scope="col">{t('charts.total')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
