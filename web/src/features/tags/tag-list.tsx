import type { TagView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'

export interface TagListProps {
  tags: TagView[]
  onEdit: (tag: TagView) => void
  onDelete: (tag: TagView) => void
}

const Chips = ({ tag }: { tag: TagView }) => {
  const { t } = useTranslation('tags')
  return (
    <span className="list-chips">
      <ColorChip color={tag.color}>{tag.name}</ColorChip>
      {tag.kanban === 1 ? <ColorChip>{t('lane')}</ColorChip> : null}
    </span>
  )
}

const Actions = ({ tag, onEdit, onDelete }: Omit<TagListProps, 'tags'> & { tag: TagView }) => {
  const { t: common } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${common('actions.edit')}: ${tag.name}`} onClick={() => onEdit(tag)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${common('actions.delete')}: ${tag.name}`} onClick={() => onDelete(tag)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const TagTable = ({ tags, ...handlers }: TagListProps) => {
  const { t } = useTranslation('tags')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.tickets')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {tags.map((tag) => (
            <TableRow key={tag.id} hover>
              <TableCell component="th" scope="row">
                <Chips tag={tag} />
              </TableCell>
              <TableCell>{tag.ticketsCount ?? 0}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions tag={tag} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const TagCards = ({ tags, ...handlers }: TagListProps) => {
  const { t } = useTranslation('tags')
  return (
    <ul className="list-cards">
      {tags.map((tag) => (
        <li key={tag.id} className="list-card">
          <div className="list-card__head">
            <Chips tag={tag} />
          </div>
          <div className="list-card__foot">
            <small>{t('tickets', { count: tag.ticketsCount ?? 0 })}</small>
            <Actions tag={tag} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
