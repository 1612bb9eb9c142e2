import type { QueueView } from '@balcao/contracts'
import Chip from '@mui/material/Chip'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { useDeleteQueueMutation, useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { translateError } from '../../lib/error-toast'
import { findOnly } from '../../lib/find-only'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { AddButton } from '../../ui/add-button'
import '../../ui/list-table.css'
import { Page, PageHeader } from '../../ui/page-header'
import { RecordActions } from '../../ui/record-actions'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { NextStep } from '../first-steps'
import { MoveHandle, useQueueOrder } from './queue-order'
import { QueueModal } from './queue-modal'
import './queues.css'

interface QueueListProps {
  queues: QueueView[]
  onEdit: (queue: QueueView) => void
  onDelete: (queue: QueueView) => void
}

const Color = ({ color }: { color: string }) => (
  <span className="queue-color">
    <span className="queue-color__swatch" style={{ background: color }} />
    {color.toUpperCase()}
  </span>
)

/* Leads to the queues of the only connection, or to the connections, while none has the queue: no customer reaches it. */
const UnlinkedBadge = ({ queue }: { queue: QueueView }) => {
  const { t } = useTranslation('queues')
  const { data: connections } = useListConnectionsQuery(undefined)
  if (!connections || connections.some(({ queueIds }) => queueIds.includes(queue.id))) return null
  const only = findOnly(connections)
  return (
    <Chip
      component={Link}
      to={only ? `/connections?queuesOf=${only.id}` : '/connections'}
      clickable
      size="small"
      variant="outlined"
      color="warning"
      label={t('unlinked')}
      aria-label={t('unlinkedWhy', { name: queue.name })}
      title={t('unlinkedWhy', { name: queue.name })}
    />
  )
}

const Actions = ({ queue, onEdit, onDelete }: Omit<QueueListProps, 'queues'> & { queue: QueueView }) => (
  <RecordActions name={queue.name} onEdit={() => onEdit(queue)} onDelete={() => onDelete(queue)} />
)

const QueueTable = ({ queues, ...handlers }: QueueListProps) => {
  const { t } = useTranslation('queues')
  const order = useQueueOrder(queues)
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <span className="visually-hidden">{t('columns.move')}</span>
            </TableCell>
            <TableCell>{t('columns.id')}</TableCell>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.color')}</TableCell>
            <TableCell>{t('columns.orderQueue')}</TableCell>
            <TableCell>{t('columns.greetingMessage')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {queues.map((queue) => (
            <TableRow key={queue.id} hover {...order.rowProps(queue)}>
              <TableCell padding="checkbox">
                <MoveHandle queue={queue} order={order} />
              </TableCell>
              <TableCell>{queue.id}</TableCell>
              <TableCell component="th" scope="row">
                <span className="queue-name">
                  <b>{queue.name}</b>
                  <UnlinkedBadge queue={queue} />
                </span>
              </TableCell>
              <TableCell>
                <Color color={queue.color} />
              </TableCell>
              <TableCell>{queue.orderQueue}</TableCell>
              <TableCell>
                <span className="queue-greeting">{queue.greetingMessage}</span>
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions queue={queue} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
const QueueCards = ({ queues, ...handlers }: QueueListProps) => {
  const order = useQueueOrder(queues)
  return (
    <ul className="list-cards">
      {queues.map((queue) => (
        <li key={queue.id} className="list-card">
          <div className="list-card__head">
            <span className="queue-name">
              <b>{queue.name}</b>
              <UnlinkedBadge queue={queue} />
            </span>
            <Color color={queue.color} />
          </div>
          <div className="list-card__foot">
            <span className="list-actions">
              <MoveHandle queue={queue} order={order} />
            </span>
            <Actions queue={queue} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const DeleteQueue = ({ queue, onClose }: { queue: QueueView; onClose: () => void }) => {
  const { t } = useTranslation('queues')
  const [remove] = useDeleteQueueMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: queue.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(queue.id)}
      onClose={onClose}
    />
  )
}

export const QueuesPage = () => {
  const { t } = useTranslation('queues')
  const { data: queues, error, refetch } = useListQueuesQuery(undefined)
  const { overlay, add, edit, remove, close } = useRecordOverlay<QueueView>()
  const [continued, setContinued] = useState<number>()
  const List = useIsNarrow() ? QueueCards : QueueTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={queues?.length}>
        {queues && queues.length > 0 ? addButton : null}
      </PageHeader>
      <NextStep />
      {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {!queues && !error ? <RowSkeletons height={52} /> : null}
      {queues?.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={addButton} />
      ) : null}
      {queues && queues.length > 0 ? <List queues={queues} onEdit={edit} onDelete={remove} /> : null}
      {overlay.kind === 'edit' ? (
        <QueueModal
          key={overlay.record?.id ?? 'new'}
          queue={queues?.find(({ id }) => id === overlay.record?.id) ?? overlay.record}
          queues={queues ?? []}
          onClose={close}
          isContinued={overlay.record !== undefined && overlay.record.id === continued}
          onContinue={(queue) => {
            setContinued(queue.id)
            edit(queue)
          }}
        />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteQueue queue={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
