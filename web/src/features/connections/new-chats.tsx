import type { LanesAnswer } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'

const moment = (iso: string) => formatShortDayTime(new Date(iso))

/** How many chats the number has begun in a day, how many it may, and when what waits will be sent. */
export const NewChats = ({ lanes: { newChats, doneAt, pausedUntil } }: { lanes: LanesAnswer }) => {
  const { t } = useTranslation('connections')
  const { begun, cap, hold, quota, linkedAt, waiting } = newChats
  return (
    <>
      {hold && !pausedUntil ? (
        <Alert severity="warning">{t(`hold.${hold.why}`, { until: moment(hold.until) })}</Alert>
      ) : null}
      <dl className="lanes__counts">
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
        {linkedAt ? t('newChats.since', { at: moment(linkedAt) }) : null}
        {doneAt ? ` ${t('newChats.doneAt', { at: moment(doneAt) })}` : null}
      </p>
    </>
  )
}
