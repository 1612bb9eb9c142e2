import type { QueueView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteQueueMutation, useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { translateError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, PlusIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
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

const Actions = ({ queue, onEdit, onDelete }: Omit<QueueListProps, 'queues'> & { queue: QueueView }) => {
  const { t: common } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${common('actions.edit')}: ${queue.name}`} onClick={() => onEdit(queue)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${common('actions.delete')}: ${queue.name}`} onClick={() => onDelete(queue)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

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
                <b>{queue.name}</b>
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
            <b>{queue.name}</b>
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
  const [remove, { isLoading }] = useDeleteQueueMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: queue.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(queue.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

/** What stands over the list. */
type Overlay = { kind: 'none' } | { kind: 'edit'; queue?: QueueView } | { kind: 'delete'; queue: QueueView }

export const QueuesPage = () => {
  const { t } = useTranslation('queues')
  const { data: queues, error, refetch } = useListQueuesQuery(undefined)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const List = useIsNarrow() ? QueueCards : QueueTable
  const add = (
    <Button variant="contained" startIcon={<PlusIcon />} onClick={() => setOverlay({ kind: 'edit' })}>
      {t('add')}
    </Button>
  )
  return (
    <Page>
      <PageHeader title={t('title')} count={queues?.length}>
        {queues && queues.length > 0 ? add : null}
      </PageHeader>
      {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {!queues && !error ? <RowSkeletons height={52} /> : null}
      {queues?.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : null}
      {queues && queues.length > 0 ? (
        <List
          queues={queues}
          onEdit={(queue) => setOverlay({ kind: 'edit', queue })}
          onDelete={(queue) => setOverlay({ kind: 'delete', queue })}
        />
      ) : null}
      {overlay.kind === 'edit' ? (
        <QueueModal
          key={overlay.queue?.id ?? 'new'}
          queue={queues?.find(({ id }) => id === overlay.queue?.id) ?? overlay.queue}
          queues={queues ?? []}
          onClose={close}
          onContinue={(queue) => setOverlay({ kind: 'edit', queue })}
        />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteQueue queue={overlay.queue} onClose={close} /> : null}
    </Page>
  )
}
