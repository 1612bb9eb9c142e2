import type { CampaignPreviewView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePreviewCampaignQuery, type CampaignBody } from '../../data/campaigns.api'
import { currentLanguage } from '../../i18n/i18n'
import { translateError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { formatNumber } from '../../lib/format-number'
import { formatPhone } from '../../lib/format-phone'
import { formatSpan } from '../../lib/format-span'
import { readServerTime } from '../../lib/server-clock'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { RichText } from '../../ui/rich-text'
import { RowSkeletons } from '../../ui/row-skeletons'
import { CampaignCards } from './campaign-cards'
import { useCostForecast } from './use-cost-forecast'
import { findEnd, useMessagingLimit, type MessagingLimit } from './use-messaging-limit'
import './campaigns.css'

export interface ReviewDialogProps {
  verb: 'schedule' | 'now'
  body: Partial<CampaignBody>
  /** Of the file above each text; '' without one. */
  fileName?: string
  /** Rejects never: a refusal is shown where it belongs. */
  onConfirm: () => Promise<void>
  onBack: () => void
}

const showTime = (iso: string): string => formatDayTime(new Date(iso))

const showLimit = ({ total, used, days }: MessagingLimit) => {
  const language = currentLanguage()
  return { total: formatNumber(total, language), used: formatNumber(used, language), days }
}

interface ReviewProps {
  body: Partial<CampaignBody>
  preview: CampaignPreviewView
}

const Facts = ({ body, preview }: ReviewProps) => {
  const { t } = useTranslation('campaigns')
  const language = currentLanguage()
  const cost = useCostForecast(body, preview)
  const limit = useMessagingLimit(body, preview)
  const endsAt = findEnd(preview, limit)
  const spanMs = endsAt.getTime() - new Date(preview.startsAt).getTime()
  const facts = [
    [t('review.people'), formatNumber(preview.people, language)],
    [t('review.invalid'), formatNumber(preview.invalid, language)],
    [t('review.optedOut'), formatNumber(preview.optedOut, language)],
    [t('review.startsAt'), showTime(preview.startsAt)],
    [t('review.endsAt'), formatDayTime(endsAt)],
    [t('review.takes'), t('review.about', { span: formatSpan(spanMs, language) })],
    ...(cost === undefined ? [] : [[t('review.cost'), cost] as const]),
    ...(limit ? [[t('review.limit'), t('review.limitUsed', showLimit(limit))] as const] : []),
  ] as const
  return (
    <>
      {limit && limit.days > 1 ? (
        <Alert severity="info">{t('review.exceedsLimit', showLimit(limit))}</Alert>
      ) : null}
      <CampaignCards cards={facts} />
    </>
  )
}

interface TextsProps {
  texts: CampaignPreviewView['texts']
  fileName: string
}

const Texts = ({ texts, fileName }: TextsProps) => {
  const { t } = useTranslation('campaigns')
  return (
    <section className="campaign-review__texts" aria-label={t('review.texts')}>
      <h2>{t('review.texts')}</h2>
      {fileName === '' ? null : <p>{t('review.file', { name: fileName })}</p>}
      {texts.map(({ name, number, text }) => (
        <div key={number} className="campaign-preview" role="group" aria-label={name}>
          <small>
            {name} · {formatPhone(number)}
          </small>
          <p className="campaign-preview__bubble">
            <RichText text={text} />
          </p>
        </div>
      ))}
    </section>
  )
}

/** A campaign that begins this much later than it is meant to waits for the company's hours. */
const LATE_MS = 60_000

const isHeldByHours = ({ body: { scheduledAt }, preview }: ReviewProps): boolean => {
  const wishedMs = Math.max(scheduledAt ? new Date(scheduledAt).getTime() : 0, readServerTime().getTime())
  return new Date(preview.startsAt).getTime() - wishedMs > LATE_MS
}

const Review = ({ body, preview, fileName }: ReviewProps & { fileName: string }) => {
  const { t } = useTranslation('campaigns')
  return (
    <>
      {isHeldByHours({ body, preview }) ? (
        <Alert severity="info">{t('review.held', { at: showTime(preview.startsAt) })}</Alert>
      ) : null}
      {preview.people === 0 ? <Alert severity="warning">{t('review.nobody')}</Alert> : null}
      <Facts body={body} preview={preview} />
      {preview.texts.length > 0 ? <Texts texts={preview.texts} fileName={fileName} /> : null}
    </>
  )
}

/* While it is not known to how many. */
const verbs = { schedule: 'actions.schedule', now: 'actions.sendNow' } as const

/** Before a campaign leaves: how many people, when it ends, and the first texts. */
export const ReviewDialog = ({ verb, body, fileName = '', onConfirm, onBack }: ReviewDialogProps) => {
  const { t } = useTranslation('campaigns')
  const id = useId()
  const isPhone = useIsPhone()
  const [isBusy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = usePreviewCampaignQuery(body, {
    refetchOnMountOrArgChange: true,
  })
  const preview = isFetching ? undefined : data
  const handleConfirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isPhone}
      onClose={isBusy ? undefined : onBack}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t(`review.title.${verb}`)}</DialogTitle>
      <DialogContent
        tabIndex={0}
        role="region"
        aria-labelledby={id}
        sx={{ display: 'grid', alignContent: 'start', gap: 4 }}
      >
        {error && !isFetching ? (
          <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
        ) : null}
        {preview ? (
          <Review body={body} preview={preview} fileName={fileName} />
        ) : isFetching ? (
          <RowSkeletons count={3} height={64} />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button color="secondary" disabled={isBusy} onClick={onBack}>
          {t('review.back')}
        </Button>
        <Button
          variant="contained"
          loading={isBusy}
          disabled={!preview || preview.people === 0}
          onClick={() => void handleConfirm()}
        >
          {preview
            ? t(`review.confirm.${verb}`, {
                count: preview.people,
                shown: formatNumber(preview.people, currentLanguage()),
              })
            : t(verbs[verb])}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
