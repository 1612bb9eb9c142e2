import type { QueueIntegrationView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import {
  useDeleteIntegrationMutation,
  useListIntegrationsInfiniteQuery,
} from '../../data/queue-integrations.api'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { DeadIntegrationTurns } from '../dead-turns'
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
  const [remove] = useDeleteIntegrationMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: integration.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(integration.id)}
      onClose={onClose}
    />
  )
}

interface SecretShown {
  kind: 'secret'
  secret: string
}

export const IntegrationsPage = () => {
  const { t } = useTranslation('integrations')
  const { words, field } = useSearch()
  const query = useListIntegrationsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, show, add, edit, remove, close } = useRecordOverlay<QueueIntegrationView, SecretShown>()
  const List = useIsNarrow() ? IntegrationCards : IntegrationTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        <DeadIntegrationTurns />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.queueIntegrations}
        empty={
          <EmptyList
            words={words}
            title={t('empty.title')}
            text={t('empty.text')}
            searchText={t('empty.search')}
            action={addButton}
          />
        }
      >
        {(integrations) => <List integrations={integrations} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? (
        <IntegrationModal
          integration={overlay.record}
          onSecret={(secret) => show({ kind: 'secret', secret })}
          onClose={close}
        />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteIntegration integration={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'secret' ? <SecretDialog secret={overlay.secret} onClose={close} /> : null}
    </Page>
  )
}
