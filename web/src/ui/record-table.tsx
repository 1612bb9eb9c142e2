import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell, { type TableCellProps } from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'

import './list-table.css'

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
}

const rowHead = { component: 'th', scope: 'row' } as const

/** The table of a list page; cards take its place below 900 px. */
export const RecordTable = <R extends { id: number }>({ records, columns }: RecordTableProps<R>) => (
  <div className="list-table">
    <Table size="small" stickyHeader>
      <TableHead>
        <TableRow>
          {columns.map(({ head, align }) => (
            <TableCell key={head} align={align}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <TableRow key={record.id} hover>
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
        ))}
      </TableBody>
    </Table>
  </div>
)
