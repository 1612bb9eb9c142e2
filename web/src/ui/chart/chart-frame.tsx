import Button from '@mui/material/Button'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../empty-state'
import './chart.css'

interface ChartFrameProps {
  title: string
  /** Nothing to draw. */
  isEmpty: boolean
  /** Instead of the drawing, then. */
  empty: string
  /** The same as the drawing: shown by choice, always there for screen readers. */
  table: ReactNode
  children: ReactNode
}

export const ChartFrame = ({ title, isEmpty, empty, table, children }: ChartFrameProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const drawing = isEmpty ? <EmptyState title={empty} /> : children
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart__head">
        <h2 id={id}>{title}</h2>
        <Button size="small" color="secondary" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </header>
      {isTable ? null : drawing}
      <div className={isTable ? 'chart__tables' : 'visually-hidden'}>{table}</div>
    </section>
  )
}
