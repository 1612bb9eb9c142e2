import { linksByCredentials, type ConnectionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'

import { useDeleteConnectionMutation, useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import '../../data/settings.live'
import { translateError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { NextStep } from '../first-steps'
import { ConnectionCards, ConnectionTable } from './connection-list'
import type { ConnectionTab } from './connection.form'
import { ConnectionModal } from './connection-modal'
import { CredentialsDialog } from './credentials-dialog'
import { HealthDialog } from './health-dialog'
import { LanesDialog } from './lanes-dialog'
import { MoveDialog } from './move-dialog'
import { QrDialog } from './qr-dialog'
import { TemplatesDialog } from './templates/templates-dialog'
import { WebClientNote } from './web-client-note'
import './connections.css'

/** The open dialog. */
type Overlay =
  | { kind: 'none' }
  | { kind: 'edit'; id: number | null; tab?: ConnectionTab }
  | { kind: 'link'; id: number; linksBy: ConnectionView['capabilities']['linksBy'] }
  | { kind: 'health'; id: number }
  | { kind: 'lanes'; connection: ConnectionView }
  | { kind: 'templates'; connection: ConnectionView }
  | { kind: 'move'; connection: ConnectionView }
  | { kind: 'delete'; connection: ConnectionView }

const toLinking = ({ id, capabilities: { linksBy } }: ConnectionView): Overlay => ({
  kind: 'link',
  id,
  linksBy,
})

/* Draws the steps that the connection's network offers. */
const Linking = ({
  id,
  linksBy,
  onClose,
}: {
  id: number
  linksBy: ConnectionView['capabilities']['linksBy']
  onClose: () => void
}) =>
  linksByCredentials({ linksBy }) ? (
    <CredentialsDialog connectionId={id} onClose={onClose} />
  ) : (
    <QrDialog connectionId={id} onClose={onClose} />
  )

const DeleteConnection = ({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) => {
  const { t } = useTranslation('connections')
  const [remove] = useDeleteConnectionMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: connection.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(connection.id)}
      onClose={onClose}
    />
  )
}

/** The dialog that the address asks for, once: a reload does not open it again. */
const useFirstOverlay = (): Overlay => {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('queuesOf'))
  const [first] = useState<Overlay>(id > 0 ? { kind: 'edit', id, tab: 'queues' } : { kind: 'none' })
  useEffect(() => {
    if (search.has('queuesOf')) setSearch({}, { replace: true })
  }, [search, setSearch])
  return first
}

export const ConnectionsPage = () => {
  const { t } = useTranslation('connections')
  const narrow = useIsNarrow()
  const { data: connections, isLoading, error, refetch } = useListConnectionsQuery()
  const [overlay, setOverlay] = useState<Overlay>(useFirstOverlay())
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  // From the list, which events keep up to date while the dialog is open.
  const watched = overlay.kind === 'health' ? connections?.find(({ id }) => id === overlay.id) : undefined
  const List = narrow ? ConnectionCards : ConnectionTable
  const add = (
    <Button
      variant="contained"
      startIcon={<PlusIcon />}
      onClick={() => setOverlay({ kind: 'edit', id: null })}
    >
      {t('add')}
    </Button>
  )

  return (
    <Page>
      <PageHeader title={t('title')} count={connections?.length}>
        {connections?.length === 0 ? null : add}
      </PageHeader>
      <NextStep />
      {isLoading ? <RowSkeletons count={3} height={64} /> : null}
      {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {connections?.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : null}
      {connections?.some(
        ({ capabilities }) => !capabilities.isSimulated && capabilities.linksBy.includes('qr'),
      ) ? (
        <WebClientNote />
      ) : null}
      {connections && connections.length > 0 ? (
        <List
          connections={connections}
          onLink={(connection) => setOverlay(toLinking(connection))}
          onShowHealth={({ id }) => setOverlay({ kind: 'health', id })}
          onShowLanes={(connection) => setOverlay({ kind: 'lanes', connection })}
          onShowTemplates={(connection) => setOverlay({ kind: 'templates', connection })}
          onMove={(connection) => setOverlay({ kind: 'move', connection })}
          onEdit={({ id }) => setOverlay({ kind: 'edit', id })}
          onDelete={(connection) => setOverlay({ kind: 'delete', connection })}
        />
      ) : null}
      {overlay.kind === 'edit' ? (
        <ConnectionModal
          connectionId={overlay.id}
          firstTab={overlay.tab}
          onClose={() => setOverlay((now) => (now.kind === 'edit' ? { kind: 'none' } : now))}
          onCreated={(connection) => {
            if (connection.status !== 'CONNECTED') setOverlay(toLinking(connection))
          }}
        />
      ) : null}
      {overlay.kind === 'link' ? <Linking {...overlay} onClose={close} /> : null}
      {watched ? <HealthDialog connection={watched} onClose={close} /> : null}
      {overlay.kind === 'lanes' ? <LanesDialog connection={overlay.connection} onClose={close} /> : null}
      {overlay.kind === 'templates' ? (
        <TemplatesDialog connection={overlay.connection} onClose={close} />
      ) : null}
      {overlay.kind === 'move' ? <MoveDialog connection={overlay.connection} onClose={close} /> : null}
      {overlay.kind === 'delete' ? (
        <DeleteConnection connection={overlay.connection} onClose={close} />
      ) : null}
    </Page>
  )
}
