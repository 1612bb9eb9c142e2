import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { toast } from '../../lib/toast'
import { Page, PageHeader } from '../../ui/page-header'
import { ApiUsage } from './api-usage'
import { DeliveryWebhooks } from './delivery-webhooks'
import './messages-api.css'
import { buildExamples } from './send-test'
import { TestForm } from './test-form'

const Example = ({ kind }: { kind: 'text' | 'media' }) => {
  const { t } = useTranslation('messagesApi')
  const example = buildExamples(window.location.origin)[kind]
  const copy = async () => {
    await navigator.clipboard.writeText(example)
    toast.success(t('copied'))
  }
  return (
    <section className="api-section" aria-label={t(`${kind}.title`)}>
      <h2>{t(`${kind}.title`)}</h2>
      <p>{t(`${kind}.lead`)}</p>
      <pre className="api-code" tabIndex={0} role="region" aria-label={t(`${kind}.example`)}>
        {example}
      </pre>
      <Button size="small" variant="outlined" onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <h3>{t(`${kind}.test`)}</h3>
      <TestForm kind={kind} />
    </section>
  )
}

/** How integrators send messages, with forms that send. */
export const MessagesApiPage = () => {
  const { t } = useTranslation('messagesApi')
  return (
    <Page>
      <PageHeader title={t('title')} />
      <div className="api-intro">
        <p>{t('lead')}</p>
        <ul>
          <li>{t('rules.token')}</li>
          <li>{t('rules.number')}</li>
          <li>{t('rules.repeat')}</li>
          <li>
            <a href="/docs" target="_blank" rel="noreferrer">
              {t('rules.docs')}
            </a>
          </li>
        </ul>
      </div>
      <div className="api-sections">
        <Example kind="text" />
        <Example kind="media" />
        <ApiUsage />
        <DeliveryWebhooks />
      </div>
    </Page>
  )
}
