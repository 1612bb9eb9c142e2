import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import './list-table.css'
import { keepText, SelectAll, SelectOne, type RecordSelection } from './record-select'
import { RecordSelectionBar } from './record-selection-bar'

export interface RecordCardsProps<R> {
  records: readonly R[]
  /** Of a list whose cards are selected. */
  selection: RecordSelection<R> | undefined
  className?: string
  children: (record: R) => ReactNode
}

/* Stays in sight above the cards, as the heads of a table do. */
const SelectionHead = <R,>({ selection }: { selection: RecordSelection<R> }) => {
  const { t } = useTranslation()
  const count = selection.selected.length
  return (
    <div className="card-selection">
      <SelectAll {...selection} />
      {count === 0 ? <span aria-hidden>{t('selection.all')}</span> : null}
      <RecordSelectionBar
        count={count}
        onDelete={selection.onDelete}
        onClear={() => selection.selectAll(false)}
      />
    </div>
  )
}

/** The cards of a list page below 900 px; selected as the rows of its table are. */
export const RecordCards = <R extends { id: number }>({
  records,
  selection,
  className,
  children,
}: RecordCardsProps<R>) => (
  <>
    {selection ? <SelectionHead selection={selection} /> : null}
    <ul className={className ? `list-cards ${className}` : 'list-cards'}>
      {records.map((record) => (
        <li
          key={record.id}
          className={selection ? 'list-card list-card--selectable' : 'list-card'}
          data-selected={selection?.isSelected(record) || undefined}
        >
          {selection ? (
            <span className="list-card__select" onMouseDown={keepText}>
              <SelectOne record={record} selection={selection} />
            </span>
          ) : null}
          {children(record)}
        </li>
      ))}
    </ul>
  </>
)
