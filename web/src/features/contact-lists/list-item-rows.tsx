import type { contactListItemSorts, ContactListItemView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Sorting } from '../../lib/use-sort'
import { formatPhone } from '../../lib/format-phone'
import { ColorChip } from '../../ui/color-chip'
import { CheckIcon, CloseIcon } from '../../ui/icons'
import { RecordActions } from '../../ui/record-actions'
import { RecordCards } from '../../ui/record-cards'
import type { RecordSelection } from '../../ui/record-select'
import { RecordTable } from '../../ui/record-table'
import './contact-lists.css'

export interface ListItemRowsProps {
  items: ContactListItemView[]
  onEdit: (item: ContactListItemView) => void
  onDelete: (item: ContactListItemView) => void
  selection?: RecordSelection<ContactListItemView> | undefined
  sorting: Sorting<(typeof contactListItemSorts)[number]> | undefined
}

type RowProps = Pick<ListItemRowsProps, 'onEdit' | 'onDelete'> & { item: ContactListItemView }

/** Whether the number is on WhatsApp: an icon with its words, never a colour alone. */
const Validity = ({ item: { isWhatsappValid } }: { item: ContactListItemView }) => {
  const { t } = useTranslation('contactLists')
  if (isWhatsappValid === null)
    return <ColorChip title={t('validity.pendingHint')}>{t('validity.pending')}</ColorChip>
  return (
    <span className={isWhatsappValid ? 'validity validity--valid' : 'validity validity--invalid'}>
      {isWhatsappValid ? <CheckIcon fontSize="small" /> : <CloseIcon fontSize="small" />}
      {t(isWhatsappValid ? 'validity.valid' : 'validity.invalid')}
    </span>
  )
}

const Actions = ({ item, onEdit, onDelete }: RowProps) => (
  <RecordActions name={item.name} onEdit={() => onEdit(item)} onDelete={() => onDelete(item)} />
)

export const ListItemTable = ({ items, sorting, selection, ...handlers }: ListItemRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <RecordTable
      records={items}
      sorting={sorting}
      selection={selection}
      columns={[
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: ({ name }) => name },
        {
          head: t('columns.number'),
          sort: 'number',
          isOneLine: true,
          cell: ({ number }) => formatPhone(number),
        },
        { head: t('columns.valid'), cell: (item) => <Validity item={item} /> },
        { head: t('columns.email'), sort: 'email', cell: ({ email }) => email },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (item) => <Actions item={item} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const ListItemCards = ({ items, selection, ...handlers }: ListItemRowsProps) => (
  <RecordCards records={items} selection={selection}>
    {(item) => (
      <>
        <div className="list-card__head">
          <b>{item.name}</b>
          <Validity item={item} />
        </div>
        <div className="list-card__foot">
          <span>{formatPhone(item.number)}</span>
          <Actions item={item} {...handlers} />
        </div>
      </>
    )}
  </RecordCards>
)
