import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from './icon-action'
import { EditIcon, TrashIcon } from './icons'
import './list-table.css'

export interface RecordActionsProps {
  /** The record's name, for labels: "Editar: Vendas". */
  name: string
  onEdit: () => void
  onDelete: () => void
  mayEdit?: boolean
  mayDelete?: boolean
  /** The list's own actions, before these. */
  children?: ReactNode
}

/** Edit and delete at the end of a list's row. */
export const RecordActions = ({
  name,
  onEdit,
  onDelete,
  mayEdit = true,
  mayDelete = mayEdit,
  children,
}: RecordActionsProps) => {
  const { t } = useTranslation()
  return (
    <span className="list-actions">
      {children}
      <IconAction label={`${t('actions.edit')}: ${name}`} disabled={!mayEdit} onClick={onEdit}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${t('actions.delete')}: ${name}`} disabled={!mayDelete} onClick={onDelete}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}
