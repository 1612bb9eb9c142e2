import type { quickMessageSorts, QuickMessageView, SessionUserView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import type { Sorting } from '../../lib/use-sort'
import { can, canAsOwner } from '../../lib/can'
import { ColorChip } from '../../ui/color-chip'
import { RecordActions } from '../../ui/record-actions'
import { RecordCards } from '../../ui/record-cards'
import type { RecordSelection } from '../../ui/record-select'
import { RecordTable } from '../../ui/record-table'
import './quick-messages.css'

export interface QuickMessageListProps {
  quickMessages: QuickMessageView[]
  onEdit: (quickMessage: QuickMessageView) => void
  onDelete: (quickMessage: QuickMessageView) => void
  selection?: RecordSelection<QuickMessageView> | undefined
  sorting: Sorting<(typeof quickMessageSorts)[number]> | undefined
}

type RowProps = Pick<QuickMessageListProps, 'onEdit' | 'onDelete'> & { quickMessage: QuickMessageView }

const Shortcode = ({ quickMessage: { shortcode, geral, status } }: { quickMessage: QuickMessageView }) => {
  const { t } = useTranslation('quickMessages')
  return (
    <span className="list-chips">
      <b>/{shortcode}</b>
      {geral ? <ColorChip>{t('company')}</ColorChip> : null}
      {status ? null : <ColorChip>{t('inactive')}</ColorChip>}
    </span>
  )
}

/** Whether the user may change and delete it. */
export const mayEditQuickMessage = (me: SessionUserView, { userId }: QuickMessageView): boolean =>
  canAsOwner(me, userId) || can(me, 'quick-messages:editCompany')

const Actions = ({ quickMessage, onEdit, onDelete }: RowProps) => {
  const me = useMe()
  return (
    <RecordActions
      name={quickMessage.shortcode}
      mayEdit={mayEditQuickMessage(me, quickMessage)}
      onEdit={() => onEdit(quickMessage)}
      onDelete={() => onDelete(quickMessage)}
    />
  )
}

const File = ({ quickMessage: { media } }: { quickMessage: QuickMessageView }) =>
  media ? (
    <a href={media.url} target="_blank" rel="noopener noreferrer" className="quick-message-file">
      {media.name}
    </a>
  ) : null

export const QuickMessageTable = ({
  quickMessages,
  sorting,
  selection,
  ...handlers
}: QuickMessageListProps) => {
  const { t } = useTranslation('quickMessages')
  return (
    <RecordTable
      records={quickMessages}
      sorting={sorting}
      selection={selection}
      columns={[
        {
          head: t('columns.shortcode'),
          sort: 'shortcode',
          isRowHead: true,
          cell: (quickMessage) => <Shortcode quickMessage={quickMessage} />,
        },
        {
          head: t('columns.message'),
          sort: 'message',
          cell: ({ message }) => <span className="quick-message-text">{message}</span>,
        },
        { head: t('columns.file'), cell: (quickMessage) => <File quickMessage={quickMessage} /> },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (quickMessage) => <Actions quickMessage={quickMessage} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const QuickMessageCards = ({ quickMessages, selection, ...handlers }: QuickMessageListProps) => (
  <RecordCards records={quickMessages} selection={selection}>
    {(quickMessage) => (
      <>
        <Shortcode quickMessage={quickMessage} />
        <span className="quick-message-text">{quickMessage.message}</span>
        <div className="list-card__foot">
          <File quickMessage={quickMessage} />
          <Actions quickMessage={quickMessage} {...handlers} />
        </div>
      </>
    )}
  </RecordCards>
)
