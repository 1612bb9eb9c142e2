import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteIntegrationMutation,
  useListIntegrationsInfiniteQuery,
} from '../../data/queue-integrations.api'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { SecretDialog } from '../../ui/secret-dialog'
import { DeadIntegrationTurns } from '../dead-turns'
import { IntegrationCards, IntegrationTable } from './integration-list'
import { IntegrationModal } from './integration-modal'

/** Services of the company's own that answer customers, or are told what they write. */
export const IntegrationsPage = () => {
  const { t } = useTranslation('integrations')
  const search = useSearch()
  const sorting = useSort('integrations', {
    type: t('columns.type'),
    id: t('columns.id'),
    name: t('columns.name'),
  })
  const query = useListIntegrationsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteIntegrationMutation()
  const [secret, setSecret] = useState<string>()
  const List = useIsNarrow() ? IntegrationCards : IntegrationTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      tools={<DeadIntegrationTurns />}
      query={query}
      records={(page) => page.queueIntegrations}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(integrations, handlers) => <List integrations={integrations} {...handlers} />}
      form={(integration, close) => (
        <IntegrationModal integration={integration} onSecret={setSecret} onClose={close} />
      )}
      deletion={(integration) => ({
        title: t('confirm.deleteTitle', { name: integration.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(integration.id),
      })}
    >
      {secret === undefined ? null : (
        <SecretDialog words="integrations" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </RecordListPage>
  )
}
