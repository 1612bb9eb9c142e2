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
}

const Row = <R,>({ record, columns, index }: RowProps<R>) => (
  <TableRow hover aria-rowindex={index}>
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

const Head = <S extends string>({ column: { head, align, sort: name }, sorting }: HeadProps<S>) => {
  if (!sorting || name === undefined) return <TableCell align={align}>{head}</TableCell>
  const { sort, choose } = sorting
  const isDescending = sort === `-${name}`
  const isActive = isDescending || sort === name
  const direction = isDescending ? 'desc' : 'asc'
  return (
    <TableCell align={align} sortDirection={isActive ? direction : false}>
      <TableSortLabel
        component="button"
        active={isActive}
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
  className,
}: RecordTableProps<R, S>) => {
  const [body, { from, to, rowPx }] = useRowWindow(records.length)
  const isWhole = from === 0 && to === records.length
  const gap = { rowPx, columns: columns.length }
  return (
    <div className={className ? `list-table ${className}` : 'list-table'}>
      <Table size="small" stickyHeader aria-rowcount={isWhole ? undefined : records.length + 1}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
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
            />
          ))}
          <Gap rows={records.length - to} {...gap} />
        </TableBody>
      </Table>
    </div>
  )
}
