import type { LanesAnswer } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'

const formatMoment = (iso: string) => formatShortDayTime(new Date(iso))

/** Of an official number: the customers in 24 hours that Meta limits, and the templates that wait for it. */
export const CustomersADay = ({ lanes: { newChats } }: { lanes: LanesAnswer }) => {
  const { t } = useTranslation('connections')
  const { hold, quota, waiting } = newChats
  if (!quota) return null
  return (
    <>
      {hold?.why === 'account-cap' ? (
        <Alert severity="warning">{t('hold.messaging-limit', { until: formatMoment(hold.until) })}</Alert>
      ) : null}
      <dl className="lanes__counts">
        <dt>{t('newChats.customers')}</dt>
        <dd>{t('newChats.of', { begun: quota.used, cap: quota.total })}</dd>
        <dt>{t('newChats.templatesWaiting')}</dt>
        <dd>{waiting}</dd>
      </dl>
    </>
  )
}

/** New chats and campaign messages of the last 24 hours, their caps, and when the waiting ones will be sent. */
export const NewChats = ({ lanes: { newChats, campaigns, doneAt, pausedUntil } }: { lanes: LanesAnswer }) => {
  const { t } = useTranslation('connections')
  const { begun, cap, hold, quota, linkedAt, waiting } = newChats
  return (
    <>
      {hold && !pausedUntil ? (
        <Alert severity="warning">{t(`hold.${hold.why}`, { until: formatMoment(hold.until) })}</Alert>
      ) : null}
      {campaigns.heldUntil && !pausedUntil ? (
        <Alert severity="warning">
          {t('campaignCap.held', { until: formatMoment(campaigns.heldUntil) })}
        </Alert>
      ) : null}
      <dl className="lanes__counts">
        <dt>{t('campaignCap.sent')}</dt>
        <dd>{t('newChats.of', { begun: campaigns.sent, cap: campaigns.cap })}</dd>
        <dt>{t('newChats.waiting')}</dt>
        <dd>{waiting}</dd>
        <dt>{t('newChats.begun')}</dt>
        <dd>{t('newChats.of', { begun, cap })}</dd>
        {quota ? (
          <>
            <dt>{t('newChats.quota')}</dt>
            <dd>{t('newChats.of', { begun: quota.used, cap: quota.total })}</dd>
          </>
        ) : null}
      </dl>
      <p className="lanes__failure">
        {linkedAt ? t('newChats.since', { at: formatMoment(linkedAt) }) : null}
        {doneAt ? ` ${t('newChats.doneAt', { at: formatMoment(doneAt) })}` : null}
      </p>
    </>
  )
}
