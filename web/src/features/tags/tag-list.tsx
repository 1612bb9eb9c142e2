import type { TagView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import type { Sorting } from '../../lib/use-sort'
import { ColorChip } from '../../ui/color-chip'
import { RecordActions } from '../../ui/record-actions'
import { RecordCards } from '../../ui/record-cards'
import type { RecordSelection } from '../../ui/record-select'
import { RecordTable } from '../../ui/record-table'

export interface TagListProps {
  tags: TagView[]
  sorting: Sorting<'name' | 'tickets'> | undefined
  onEdit: (tag: TagView) => void
  onDelete: (tag: TagView) => void
  selection?: RecordSelection<TagView> | undefined
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

const Actions = ({ tag, onEdit, onDelete }: Pick<TagListProps, 'onEdit' | 'onDelete'> & { tag: TagView }) => {
  const maySetLane = can(useMe(), 'tag-modal:kanban')
  return (
    <RecordActions
      name={tag.name}
      mayDelete={tag.kanban === 0 || maySetLane}
      onEdit={() => onEdit(tag)}
      onDelete={() => onDelete(tag)}
    />
  )
}

export const TagTable = ({ tags, sorting, selection, ...handlers }: TagListProps) => {
  const { t } = useTranslation('tags')
  return (
    <RecordTable
      records={tags}
      sorting={sorting}
      selection={selection}
      columns={[
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: (tag) => <Chips tag={tag} /> },
        { head: t('columns.tickets'), sort: 'tickets', cell: ({ ticketsCount = 0 }) => ticketsCount },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (tag) => <Actions tag={tag} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const TagCards = ({ tags, selection, ...handlers }: TagListProps) => {
  const { t } = useTranslation('tags')
  return (
    <RecordCards records={tags} selection={selection}>
      {(tag) => (
        <>
          <div className="list-card__head">
            <Chips tag={tag} />
          </div>
          <div className="list-card__foot">
            <small>{t('tickets', { count: tag.ticketsCount ?? 0 })}</small>
            <Actions tag={tag} {...handlers} />
          </div>
        </>
      )}
    </RecordCards>
  )
}
