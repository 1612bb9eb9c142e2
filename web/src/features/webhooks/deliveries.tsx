import { deliveryStates, type DeliveryState, type DeliveryView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useGetDeliveryQuery,
  useListDeliveriesInfiniteQuery,
  useReplayDeliveriesMutation,
} from '../../data/webhooks.api'
import { showError, translateError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { polled } from '../../lib/polled'
import { toast } from '../../lib/toast'
import { ErrorState } from '../../ui/error-state'
import '../../ui/list-table.css'
import { PagedList } from '../../ui/paged-list'
import { kindWords } from './kind-words'
import './webhooks.css'

interface DeliveryProps {
  webhookId: number
  delivery: DeliveryView
}

/* What is sent, and what came back. */
const Exchange = ({ webhookId, delivery: { id: deliveryId } }: DeliveryProps) => {
  const { t } = useTranslation('webhooks')
  const { data, error, refetch } = useGetDeliveryQuery({ webhookId, deliveryId })
  if (!data) return error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null
  const answer = [data.error, data.answer].filter((text) => text !== '').join('\n')
  return (
    <div className="delivery__exchange">
      <h3>{t('delivery.request')}</h3>
      <pre tabIndex={0} aria-label={t('delivery.request')}>
        {data.request ? JSON.stringify(data.request, undefined, 2) : t('delivery.gone')}
      </pre>
      <h3>{t('delivery.answer')}</h3>
      <pre tabIndex={0} aria-label={t('delivery.answer')}>
        {answer || t('delivery.noAnswer')}
      </pre>
    </div>
  )
}

const Delivery = ({ webhookId, delivery }: DeliveryProps) => {
  const { t } = useTranslation('webhooks')
  const [isOpen, setOpen] = useState(false)
  const [replay, { isLoading }] = useReplayDeliveriesMutation()
  const { id, event, sequence, state, tries, status, durationMs, occurredAt } = delivery
  const name = `${t(kindWords[event])} ${sequence}`
  const handleReplay = async () => {
    const { error } = await replay({ id: webhookId, body: { deliveryId: id } })
    if (error) showError(error)
    else toast.success(t('replayed', { count: 1 }))
  }
  const result = status === null ? '' : ` · HTTP ${status} · ${durationMs ?? 0} ms`
  return (
    <li className="list-card">
      <div className="list-card__head">
        <b>
          {t(kindWords[event])} <span className="delivery__sequence">{sequence}</span>
        </b>
        <time dateTime={occurredAt}>{formatDayTime(new Date(occurredAt))}</time>
      </div>
      <div className="list-card__foot">
        <span>{`${t(`deliveryState.${state}`)} · ${t('tries', { count: tries })}${result}`}</span>
        <span className="list-actions">
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={`${t('delivery.show')}: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'delivery.hide' : 'delivery.show')}
          </Button>
          {state === 'held' ? null : (
            <Button
              size="small"
              loading={isLoading}
              aria-label={`${t('delivery.replay')}: ${name}`}
              onClick={() => void handleReplay()}
            >
              {t('delivery.replay')}
            </Button>
          )}
        </span>
      </div>
      {isOpen ? <Exchange webhookId={webhookId} delivery={delivery} /> : null}
    </li>
  )
}

const isState = (text: string): text is DeliveryState => deliveryStates.some((state) => state === text)

/** The log of a webhook's deliveries, newest first. */
export const Deliveries = ({ webhookId }: { webhookId: number }) => {
  const { t } = useTranslation('webhooks')
  const [state, setState] = useState<DeliveryState>()
  const query = useListDeliveriesInfiniteQuery({ webhookId, state }, polled)
  return (
    <>
      <TextField
        select
        size="small"
        label={t('delivery.state')}
        value={state ?? ''}
        onChange={({ target }) => setState(isState(target.value) ? target.value : undefined)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2 }}
      >
        <MenuItem value="">{t('delivery.all')}</MenuItem>
        {deliveryStates.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`deliveryState.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <PagedList query={query} records={(page) => page.deliveries} empty={<p>{t('delivery.none')}</p>}>
        {(deliveries) => (
          <ul className="list-cards delivery-list" aria-label={t('delivery.title')}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
