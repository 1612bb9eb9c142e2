import type { fileListSorts, FileListView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Sorting } from '../../lib/use-sort'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'

export interface FileListTableProps {
  lists: FileListView[]
  onEdit: (list: FileListView) => void
  onDelete: (list: FileListView) => void
  sorting: Sorting<(typeof fileListSorts)[number]> | undefined
}

type RowProps = Pick<FileListTableProps, 'onEdit' | 'onDelete'> & { list: FileListView }

const countFiles = ({ options }: FileListView): number => options.filter(({ media }) => media).length

const Actions = ({ list, onEdit, onDelete }: RowProps) => (
  <RecordActions name={list.name} onEdit={() => onEdit(list)} onDelete={() => onDelete(list)} />
)

export const FileListTable = ({ lists, sorting, ...handlers }: FileListTableProps) => {
  const { t } = useTranslation('files')
  return (
    <RecordTable
      records={lists}
      sorting={sorting}
      columns={[
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: ({ name }) => <b>{name}</b> },
        { head: t('columns.files'), cell: countFiles },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (list) => <Actions list={list} {...handlers} />,
        },
      ]}
    />
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
