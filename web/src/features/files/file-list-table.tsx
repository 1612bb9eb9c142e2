import type { FileListView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'

export interface FileListTableProps {
  lists: FileListView[]
  onEdit: (list: FileListView) => void
  onDelete: (list: FileListView) => void
}

type RowProps = Omit<FileListTableProps, 'lists'> & { list: FileListView }

const countFiles = ({ options }: FileListView): number => options.filter(({ media }) => media).length

const Actions = ({ list, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${t('actions.edit')}: ${list.name}`} onClick={() => onEdit(list)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${t('actions.delete')}: ${list.name}`} onClick={() => onDelete(list)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const FileListTable = ({ lists, ...handlers }: FileListTableProps) => {
  const { t } = useTranslation('files')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.files')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lists.map((list) => (
            <TableRow key={list.id} hover>
              <TableCell component="th" scope="row">
                <b>{list.name}</b>
              </TableCell>
              <TableCell>{countFiles(list)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions list={list} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const FileListCards = ({ lists, ...handlers }: FileListTableProps) => {
  const { t } = useTranslation('files')
  return (
    <ul className="list-cards">
      {lists.map((list) => (
        <li key={list.id} className="list-card">
          <b>{list.name}</b>
          <div className="list-card__foot">
            <span>{t('count', { count: countFiles(list) })}</span>
            <Actions list={list} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
