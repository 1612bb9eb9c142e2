import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { useDeleteWebhookMutation, useListWebhooksQuery } from '../../data/webhooks.api'
import { polled } from '../../lib/polled'
import { useIsNarrow } from '../../lib/use-media'
import { inOnePage } from '../../ui/paged-list'
import { RecordListPage } from '../../ui/record-list-page'
import { SecretDialog } from '../../ui/secret-dialog'
import { WebhookDialog } from './webhook-dialog'
import { WebhookCards, WebhookTable } from './webhook-list'
import { WebhookModal } from './webhook-modal'

/** Where a company's own programs hear what happens in it. */
export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks')
  const query = useListWebhooksQuery(undefined, polled)
  const { data: company } = useCompanyPlanQuery(useMe().companyId)
  const [remove] = useDeleteWebhookMutation()
  const [secret, setSecret] = useState<string>()
  const [openId, setOpenId] = useState<number>()
  const { data } = query
  const all = { ...query, data: data && { ...data, count: data.webhooks.length } }
  const opened = data?.webhooks.find(({ id }) => id === openId)
  const List = useIsNarrow() ? WebhookCards : WebhookTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      notice={
        company?.plan.useExternalApi === false ? (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {t('noPlan')}
          </Alert>
        ) : null
      }
      query={inOnePage(all)}
      records={(page) => page.webhooks}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      list={(webhooks, handlers) => (
        <List webhooks={webhooks} onOpen={({ id }) => setOpenId(id)} {...handlers} />
      )}
      form={(webhook, close) => <WebhookModal webhook={webhook} onMade={setSecret} onClose={close} />}
      deletion={({ id, url }) => ({
        title: t('confirm.title'),
        text: t('confirm.text', { url }),
        doneText: t('deleted'),
        remove: () => remove(id),
      })}
    >
      {opened ? (
        <WebhookDialog webhook={opened} onSecret={setSecret} onClose={() => setOpenId(undefined)} />
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog secret={secret} words="webhooks" onClose={() => setSecret(undefined)} />
      )}
    </RecordListPage>
  )
}
