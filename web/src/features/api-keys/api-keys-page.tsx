import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListApiKeysInfiniteQuery, useRevokeApiKeyMutation } from '../../data/api-keys.api'
import { useIsNarrow } from '../../lib/use-media'
import { RecordListPage } from '../../ui/record-list-page'
import { SecretDialog } from '../../ui/secret-dialog'
import { ApiKeyCards, ApiKeyTable } from './api-key-list'
import { ApiKeyModal } from './api-key-modal'

/** The keys with which the company's systems use the API. */
export const ApiKeysPage = () => {
  const { t } = useTranslation('apiKeys')
  const query = useListApiKeysInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const [revoke] = useRevokeApiKeyMutation()
  const [made, setMade] = useState<string>()
  const List = useIsNarrow() ? ApiKeyCards : ApiKeyTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      query={query}
      records={(page) => page.apiKeys}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      list={(apiKeys, handlers) => <List apiKeys={apiKeys} {...handlers} />}
      form={(apiKey, close) => <ApiKeyModal apiKey={apiKey} onMade={setMade} onClose={close} />}
      deletion={({ id, name }) => ({
        title: t('confirm.title', { name }),
        text: t('confirm.text'),
        doneText: t('revoked'),
        remove: () => revoke(id),
      })}
    >
      {made === undefined ? null : (
        <SecretDialog secret={made} words="apiKeys" onClose={() => setMade(undefined)} />
      )}
    </RecordListPage>
  )
}
