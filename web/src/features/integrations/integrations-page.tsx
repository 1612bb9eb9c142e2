import type { QueueIntegrationView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteIntegrationMutation,
  useListIntegrationsInfiniteQuery,
} from '../../data/queue-integrations.api'
import { translateError } from '../../lib/error-toast'
import { useDebounced } from '../../lib/use-debounced'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { IntegrationCards, IntegrationTable } from './integration-list'
import { IntegrationModal } from './integration-modal'
import { SecretDialog } from './secret-dialog'

const DeleteIntegration = ({
  integration,
  onClose,
}: {
  integration: QueueIntegrationView
  onClose: () => void
}) => {
  const { t } = useTranslation('integrations')
  const [remove, { isLoading }] = useDeleteIntegrationMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: integration.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(integration.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

type Overlay =
  | { kind: 'none' }
  | { kind: 'edit'; integration?: QueueIntegrationView }
  | { kind: 'delete'; integration: QueueIntegrationView }
  | { kind: 'secret'; secret: string }

interface PagesProps {
  words: string
  onAdd: () => void
  onEdit: (integration: QueueIntegrationView) => void
  onDelete: (integration: QueueIntegrationView) => void
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {useTranslation('integrations').t('add')}
  </Button>
)

const Nothing = ({ words, onAdd }: Pick<PagesProps, 'words' | 'onAdd'>) => {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  return words === '' ? (
    <EmptyState title={t('empty.title')} text={t('empty.text')} action={<AddButton onAdd={onAdd} />} />
  ) : (
    <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
  )
}

const IntegrationPages = ({ words, onAdd, ...handlers }: PagesProps) => {
  const List = useIsNarrow() ? IntegrationCards : IntegrationTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListIntegrationsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const integrations = data.pages.flatMap((page) => page.queueIntegrations)
  if (integrations.length === 0) return <Nothing words={words} onAdd={onAdd} />
  return (
    <>
      <List integrations={integrations} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export const IntegrationsPage = () => {
  const { t } = useTranslation('integrations')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListIntegrationsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <AddButton onAdd={add} />
      </PageHeader>
      <IntegrationPages
        words={words}
        onAdd={add}
        onEdit={(integration) => setOverlay({ kind: 'edit', integration })}
        onDelete={(integration) => setOverlay({ kind: 'delete', integration })}
      />
      {overlay.kind === 'edit' ? (
        <IntegrationModal
          integration={overlay.integration}
          onClose={close}
          onSecret={(secret) => setOverlay({ kind: 'secret', secret })}
        />
      ) : null}
      {overlay.kind === 'delete' ? (
        <DeleteIntegration integration={overlay.integration} onClose={close} />
      ) : null}
      {overlay.kind === 'secret' ? <SecretDialog secret={overlay.secret} onClose={close} /> : null}
    </Page>
  )
}
