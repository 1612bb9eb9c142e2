import type { ConnectionView, LanesAnswer } from '@balcao/contracts'
import { isErrorCode } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { useGetLanesQuery, useResumeLanesMutation } from '../../data/connections.api'
import { translateError, showError } from '../../lib/error-toast'
import { formatShortDayTime } from '../../lib/format-date'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { MergeList } from './merge-list'
import { CustomersADay, NewChats } from './new-chats'
import { NumberChecks } from './number-checks'
import { CampaignCapForm, DayCapForm, PaceForm } from './pace-form'

const POLL_MS = 5_000

export interface LanesDialogProps {
  connection: ConnectionView
  onClose: () => void
}

const formatMoment = (iso: string) => formatShortDayTime(new Date(iso))

const Pause = ({ connectionId, until }: { connectionId: number; until: string }) => {
  const { t } = useTranslation('connections')
  const [resume, { isLoading }] = useResumeLanesMutation()
  const handleResume = async () => {
    const result = await resume(connectionId)
    if (result.error) showError(result.error)
  }
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" loading={isLoading} onClick={() => void handleResume()}>
          {t('lanes.resume')}
        </Button>
      }
    >
      {t('lanes.paused', { until: formatMoment(until) })}
    </Alert>
  )
}

const Waiting = ({ lanes }: { lanes: LanesAnswer }) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const { lastFailure } = lanes
  return (
    <>
      <dl className="lanes__counts">
        <dt>{t('lanes.agent')}</dt>
        <dd>{lanes.waitingAgent}</dd>
        <dt>{t('lanes.campaign')}</dt>
        <dd>{lanes.waitingCampaign}</dd>
      </dl>
      {lastFailure ? (
        <p className="lanes__failure">
          {t('lanes.lastFailure', {
            at: formatMoment(lastFailure.at),
            why: isErrorCode(lastFailure.code)
              ? common(`backendErrors.${lastFailure.code}`)
              : lastFailure.code,
          })}
        </p>
      ) : null}
    </>
  )
}

/** A number's send queue: what waits and why, the pace of campaigns, and merged conversations. */
export const LanesDialog = ({ connection, onClose }: LanesDialogProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  const {
    data: lanes,
    error,
    refetch,
  } = useGetLanesQuery(connection.id, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby="lanes-title">
      <DialogTitle id="lanes-title">{t('lanes.title', { name: connection.name })}</DialogTitle>
      <DialogContent>
        <div className="lanes">
          {lanes ? (
            <>
              {lanes.pausedUntil ? <Pause connectionId={connection.id} until={lanes.pausedUntil} /> : null}
              <Waiting lanes={lanes} />
              {connection.capabilities.needsHumanPace ? (
                <NewChats lanes={lanes} />
              ) : (
                <CustomersADay lanes={lanes} />
              )}
              <PaceForm connectionId={connection.id} perMinute={lanes.perMinute} />
              {connection.capabilities.needsHumanPace ? (
                <>
                  <CampaignCapForm connectionId={connection.id} cap={lanes.campaigns.cap} />
                  <DayCapForm connectionId={connection.id} cap={lanes.newChats.cap} />
                  <NumberChecks connectionId={connection.id} isOn={lanes.checksNumbers} />
                </>
              ) : null}
            </>
          ) : null}
          {error && !lanes ? (
            <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
          ) : null}
          {!lanes && !error ? <Skeleton variant="rounded" height={120} /> : null}
          <MergeList connectionId={connection.id} />
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
