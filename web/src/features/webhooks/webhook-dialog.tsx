import type { WebhookView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import {
  usePauseWebhookMutation,
  useReplayDeliveriesMutation,
  useResumeWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} from '../../data/webhooks.api'
import { showError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { Deliveries } from './deliveries'
import { WebhookState } from './webhook-list'
import './webhooks.css'

export interface WebhookDialogProps {
  webhook: WebhookView
  /** A new secret, which is shown once. */
  onSecret: (secret: string) => void
  onClose: () => void
}

const Actions = ({ webhook, onSecret }: Omit<WebhookDialogProps, 'onClose'>) => {
  const { t } = useTranslation('webhooks')
  const { id, state, parked } = webhook
  const [test, testing] = useTestWebhookMutation()
  const [pause, pausing] = usePauseWebhookMutation()
  const [resume, resuming] = useResumeWebhookMutation()
  const [rotate, rotating] = useRotateWebhookSecretMutation()
  const [replay, replaying] = useReplayDeliveriesMutation()
  const handleTest = async () => {
    const { data, error } = await test(id)
    if (!data) return showError(error)
    const { status, durationMs, error: reason } = data
    if (reason === '') toast.success(t('tested', { status, durationMs }))
    else toast.error(t('testFailed', { reason }))
  }
  const handleToggle = async () => {
    const { error } = state === 'enabled' ? await pause(id) : await resume(id)
    if (error) showError(error)
  }
  const handleRotate = async () => {
    const { data, error } = await rotate(id)
    if (data) onSecret(data.signingSecret)
    else showError(error)
  }
  const handleReplay = async () => {
    const { data, error } = await replay({ id, body: {} })
    if (data) toast.success(t('replayed', { count: data.replayed }))
    else showError(error)
  }
  return (
    <div className="webhook-actions">
      <Button variant="outlined" loading={testing.isLoading} onClick={() => void handleTest()}>
        {t('test')}
      </Button>
      <Button
        variant="outlined"
        loading={pausing.isLoading || resuming.isLoading}
        onClick={() => void handleToggle()}
      >
        {t(state === 'enabled' ? 'pause' : 'resume')}
      </Button>
      <Button variant="outlined" loading={rotating.isLoading} onClick={() => void handleRotate()}>
        {t('rotate')}
      </Button>
      {parked > 0 ? (
        <Button variant="outlined" loading={replaying.isLoading} onClick={() => void handleReplay()}>
          {t('replayParked', { count: parked })}
        </Button>
      ) : null}
    </div>
  )
}

/** A webhook at work: its state, what waits, what was sent and what came back. */
export const WebhookDialog = ({ webhook, onSecret, onClose }: WebhookDialogProps) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const id = useId()
  const { url, waiting, parked, lagSeconds, failingSince, previousSecretUntil } = webhook
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={useIsPhone()} aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id} className="webhook-url">
        {url}
      </DialogTitle>
      <DialogContent>
        <div>
          <WebhookState webhook={webhook} /> {t('counts', { waiting, parked })}
          {lagSeconds > 0 ? ` · ${t('lag', { count: Math.ceil(lagSeconds / 60) })}` : ''}
        </div>
        {failingSince ? <p>{t('failingSince', { time: formatDayTime(new Date(failingSince)) })}</p> : null}
        {previousSecretUntil ? (
          <p>{t('previousSecret', { time: formatDayTime(new Date(previousSecretUntil)) })}</p>
        ) : null}
        <Actions webhook={webhook} onSecret={onSecret} />
        <Deliveries webhookId={webhook.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
