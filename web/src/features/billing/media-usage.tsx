import type { MediaUsageView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetMediaUsageQuery } from '../../data/invoices.api'
import { formatStorage } from '../../lib/format-storage'
import { polled } from '../../lib/polled'
import './billing.css'

const ALMOST_FULL = 0.9

const useWords = ({ usedBytes, allowedBytes }: MediaUsageView): string => {
  const { t, i18n } = useTranslation('billing')
  const used = formatStorage(usedBytes, i18n.language)
  if (allowedBytes === 0) return t('media.usedOnly', { used })
  return t('media.used', { used, allowed: formatStorage(allowedBytes, i18n.language) })
}

const Usage = ({ usage }: { usage: MediaUsageView }) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const words = useWords(usage)
  const id = useId()
  const part = usage.allowedBytes === 0 ? 0 : Math.min(1, usage.usedBytes / usage.allowedBytes)
  return (
    <section className="setting-group" aria-labelledby={id}>
      <h2 id={id}>{t('media.title')}</h2>
      <div className="media-usage">
        <span>
          {words}
          {usage.isCounted ? null : ` ${t('media.counting')}`}
        </span>
        {usage.allowedBytes > 0 ? (
          <LinearProgress
            variant="determinate"
            value={part * 100}
            color={part >= ALMOST_FULL ? 'warning' : 'primary'}
            aria-labelledby={id}
            aria-valuetext={words}
          />
        ) : null}
        {usage.isFull ? (
          <Alert severity="error">{common('errors.mediaFull')}</Alert>
        ) : part >= ALMOST_FULL ? (
          <Alert severity="warning">{t('media.almostFull')}</Alert>
        ) : null}
      </div>
    </section>
  )
}

/** What the company's files take of what its plan allows, with an alert when files wait; nothing while it is not known. */
export const MediaUsage = () => {
  const { data: usage } = useGetMediaUsageQuery(undefined, polled)
  return usage ? <Usage usage={usage} /> : null
}
