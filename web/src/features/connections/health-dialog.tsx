import { isErrorCode, type ConnectionHealth, type ConnectionView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetHealthQuery } from '../../data/connections.api'
import { translateError } from '../../lib/error-toast'
import { formatShortDayTime, formatTime } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { EndNote } from './end-note'
import { StatusLabel } from './status-label'

const POLL_MS = 10_000

export interface HealthDialogProps {
  connection: ConnectionView
  onClose: () => void
}

const formatMoment = (iso: string) => formatShortDayTime(new Date(iso))

/** Midnight in the browser's time zone. */
export const startOfDay = (now: Date): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()

interface CountsProps {
  title: string
  none: string
  rows: { key: string; words: string; count: number; lastAt: string }[]
}

/** What happened today, how often and when last. */
const Counts = ({ title, none, rows }: CountsProps) => {
  const { t } = useTranslation('connections')
  return (
    <section className="health__counts">
      <h3>{title}</h3>
      {rows.length === 0 ? <p>{none}</p> : null}
      <ul>
        {rows.map(({ key, words, count, lastAt }) => (
          <li key={key}>
            <span>
              {words}
              <small>{t('health.lastAt', { at: formatTime(new Date(lastAt)) })}</small>
            </span>
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Facts = ({ health }: { health: ConnectionHealth }) => {
  const { t } = useTranslation('connections')
  const { client, newChats, lastReceivedAt, lastSentAt } = health
  return (
    <dl className="health__facts">
      {client ? (
        <>
          <dt>{t('health.client')}</dt>
          <dd>{client.version}</dd>
          <dt>{t('newChats.begun')}</dt>
          <dd>{t('newChats.of', newChats)}</dd>
        </>
      ) : null}
      <dt>{t('health.lastReceived')}</dt>
      <dd>{lastReceivedAt ? formatMoment(lastReceivedAt) : t('health.never')}</dd>
      <dt>{t('health.lastSent')}</dt>
      <dd>{lastSentAt ? formatMoment(lastSentAt) : t('health.never')}</dd>
    </dl>
  )
}

const Health = ({ health }: { health: ConnectionHealth }) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  return (
    <>
      {health.pausedUntil ? (
        <Alert severity="warning">{t('lanes.paused', { until: formatMoment(health.pausedUntil) })}</Alert>
      ) : null}
      {health.troubles.map(({ kind, lastAt }) => (
        <Alert key={kind} severity="warning">
          {t(`health.trouble.${kind}`)}
          <small className="health__when">{t('health.lastAt', { at: formatTime(new Date(lastAt)) })}</small>
        </Alert>
      ))}
      <Facts health={health} />
      <Counts
        title={t('health.ends')}
        none={t('health.noEnds')}
        rows={health.ends.map(({ reason, ...end }) => ({
          key: reason,
          words: t(`health.end.${reason}`),
          ...end,
        }))}
      />
      <Counts
        title={t('health.refused')}
        none={t('health.noRefused')}
        rows={health.refused.map(({ code, ...refusal }) => ({
          key: code,
          words: isErrorCode(code) ? common(`backendErrors.${code}`) : code,
          ...refusal,
        }))}
      />
    </>
  )
}

/** A number's health today, polled every ten seconds. */
export const HealthDialog = ({ connection, onClose }: HealthDialogProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  const [since] = useState(() => startOfDay(readServerTime()))
  const {
    data: health,
    error,
    refetch,
  } = useGetHealthQuery(
    { id: connection.id, since },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby="health-title">
      <DialogTitle id="health-title">{t('health.title', { name: connection.name })}</DialogTitle>
      {/* Nothing in it takes the focus: who has no pointer scrolls the dialog itself. */}
      <DialogContent tabIndex={0} role="region" aria-labelledby="health-title">
        <div className="health">
          <div>
            <StatusLabel connection={connection} />
            <EndNote connection={connection} />
          </div>
          {health ? <Health health={health} /> : null}
          {error && !health ? (
            <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
          ) : null}
          {!health && !error ? <Skeleton variant="rounded" height={240} /> : null}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
