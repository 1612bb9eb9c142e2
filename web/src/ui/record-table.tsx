import { readSort } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'

import { findNextSort, type Sorting } from '../lib/use-sort'
import './list-table.css'
import { useRowWindow } from './row-window'
import { keepText, SelectAll, SelectOne, type RecordSelection } from './record-select'
import { RecordSelectionBar } from './record-selection-bar'

export interface Column<R, S extends string> {
  head: string
  cell: (record: R) => ReactNode
  /** Names the row for screen readers. */
  isRowHead?: boolean
  align?: TableCellProps['align']
  isOneLine?: boolean
  /** Its head sorts the list by this. */
  sort?: S
}

export interface RecordTableProps<R, S extends string> {
  records: readonly R[]
  columns: readonly Column<R, NoInfer<S>>[]
  /** Of a list whose heads sort it. */
  sorting?: Sorting<S> | undefined
  /** Of a list whose rows are selected. */
  selection?: RecordSelection<R> | undefined
  className?: string
}

const rowHead = { component: 'th', scope: 'row' } as const

/** Stands for rows that are not rendered. */
const Gap = ({ rows, rowPx, columns }: { rows: number; rowPx: number; columns: number }) =>
  rows > 0 ? (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: rows * rowPx, padding: 0, border: 0 }} />
    </tr>
  ) : null

interface RowProps<R> {
  record: R
  columns: readonly Column<R, string>[]
  /** Its place in the table, when not all rows are rendered. */
  index: number | undefined
  selection: RecordSelection<R> | undefined
}

const Row = <R,>({ record, columns, index, selection }: RowProps<R>) => (
  <TableRow hover aria-rowindex={index} selected={selection?.isSelected(record) ?? false}>
    {selection ? (
      <TableCell className="record-select" onMouseDown={keepText}>
        <SelectOne record={record} selection={selection} />
      </TableCell>
    ) : null}
    {columns.map(({ head, cell, isRowHead, align, isOneLine }) => (
      <TableCell
        key={head}
        align={align}
        {...(isRowHead && rowHead)}
        {...(isOneLine && { sx: { whiteSpace: 'nowrap' } })}
      >
        {cell(record)}
      </TableCell>
    ))}
  </TableRow>
)

interface HeadProps<S extends string> {
  column: Pick<Column<never, S>, 'head' | 'align' | 'sort'>
  sorting: Sorting<S> | undefined
}

/* Not a button while the selection's bar lies over it. */
const Head = <S extends string>({ column: { head, align, sort: name }, sorting }: HeadProps<S>) => {
  if (!sorting || name === undefined) return <TableCell align={align}>{head}</TableCell>
  const { sort, choose } = sorting
  const read = readSort([name], sort)
  const direction = read?.isDescending ? 'desc' : 'asc'
  return (
    <TableCell align={align} sortDirection={read ? direction : false}>
      <TableSortLabel
        component="button"
        active={read !== undefined}
        direction={direction}
        onClick={() => choose(findNextSort(sort, name))}
      >
        {head}
      </TableSortLabel>
    </TableCell>
  )
}

/** The table of a list page; cards take its place below 900 px. Of more than 200 rows only those around the seen ones exist. */
export const RecordTable = <R extends { id: number }, S extends string>({
  records,
  columns,
  sorting,
  selection,
  className,
}: RecordTableProps<R, S>) => {
  const [body, { from, to, rowPx }] = useRowWindow(records.length)
  const isWhole = from === 0 && to === records.length
  const gap = { rowPx, columns: columns.length + (selection ? 1 : 0) }
  const count = selection?.selected.length ?? 0
  return (
    <div className={className ? `list-table ${className}` : 'list-table'}>
      {selection ? (
        <RecordSelectionBar
          count={count}
          onDelete={selection.onDelete}
          onClear={() => selection.selectAll(false)}
        />
      ) : null}
      <Table size="small" stickyHeader aria-rowcount={isWhole ? undefined : records.length + 1}>
        <TableHead>
          <TableRow>
            {selection ? (
              <TableCell className="record-select">
                <SelectAll {...selection} />
              </TableCell>
            ) : null}
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={count > 0 ? undefined : sorting} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          <Gap rows={from} {...gap} />
          {records.slice(from, to).map((record, index) => (
            <Row
              key={record.id}
              record={record}
              columns={columns}
              index={isWhole ? undefined : from + index + 2}
              selection={selection}
            />
          ))}
          <Gap rows={records.length - to} {...gap} />
        </TableBody>
      </Table>
    </div>
  )
}
