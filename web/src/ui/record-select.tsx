import Checkbox from '@mui/material/Checkbox'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { Selection } from '../lib/use-selection'

/** The rows that are selected, and what is done with them. */
export interface RecordSelection<R> extends Selection<R> {
  name: (record: R) => string
  onDelete: () => void
}

/** With Shift the browser would select text up to here. */
export const keepText = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault()
}

interface SelectOneProps<R> {
  record: R
  selection: RecordSelection<R>
}

/** The box of one row or card; with Shift it takes those between. */
export const SelectOne = <R,>({ record, selection }: SelectOneProps<R>) => {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="small"
      checked={selection.isSelected(record)}
      disabled={!selection.isSelectable(record)}
      onChange={({ nativeEvent }) =>
        selection.toggle(record, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
      }
      slotProps={{ input: { 'aria-label': t('selection.one', { name: selection.name(record) }) } }}
    />
  )
}

/** The box of all that is loaded. */
export const SelectAll = <R,>({ selected, isAll, selectAll }: Selection<R>) => {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="small"
      checked={isAll}
      indeterminate={selected.length > 0 && !isAll}
      onChange={(_event, all) => selectAll(all)}
      slotProps={{ input: { 'aria-label': t('selection.all') } }}
    />
  )
}
