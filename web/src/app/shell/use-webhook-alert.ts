import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { onFeed } from '../../data/live/handlers'
import { toast } from '../../lib/toast'

/** Tells administrators, on whatever page they are, that a webhook was paused because it only failed. Its page goes on saying so. */
export const useWebhookAlert = (): void => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(
    () =>
      onFeed('webhook', ({ webhook: { id, url } }) =>
        toast.error(t('errors.webhookPaused', { url }), {
          key: `webhook-paused-${id}`,
          action: { label: t('errors.showWebhooks'), onClick: () => void navigate('/webhooks') },
        }),
      ),
    [t, navigate],
  )
}
