import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

import './list-table.css'
import { useRowWindow } from './row-window'

export interface Column<R> {
  head: string
  cell: (record: R) => ReactNode
  /** Names the row for screen readers. */
  isRowHead?: boolean
  align?: TableCellProps['align']
  isOneLine?: boolean
}

export interface RecordTableProps<R> {
  records: readonly R[]
  columns: readonly Column<R>[]
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
  columns: readonly Column<R>[]
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

/** The table of a list page; cards take its place below 900 px. Of more than 200 rows only those around the seen ones exist. */
export const RecordTable = <R extends { id: number }>({
  records,
  columns,
  className,
}: RecordTableProps<R>) => {
  const [body, { from, to, rowPx }] = useRowWindow(records.length)
  const isWhole = from === 0 && to === records.length
  const gap = { rowPx, columns: columns.length }
  return (
    <div className={className ? `list-table ${className}` : 'list-table'}>
      <Table size="small" stickyHeader aria-rowcount={isWhole ? undefined : records.length + 1}>
        <TableHead>
          <TableRow>
            {columns.map(({ head, align }) => (
              <TableCell key={head} align={align}>
                {head}
              </TableCell>
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
