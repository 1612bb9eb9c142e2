import { isErrorCode, type ScheduleView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { formatDayTime } from '../../lib/format-date'
import { DeleteSchedule } from './delete-schedule'
import './schedule-dialog.css'

export interface ScheduleDetailsProps {
  schedule: ScheduleView
  onClose: () => void
}

const Status = ({ schedule }: { schedule: ScheduleView }) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  if (schedule.sentAt) return <>{t('sentAt', { at: formatDayTime(new Date(schedule.sentAt)) })}</>
  const { failure } = schedule
  const reason = failure && isErrorCode(failure) ? ` — ${common(`backendErrors.${failure}`)}` : ''
  return <>{t(`status.${schedule.status}`) + reason}</>
}

/** A schedule that was sent: shown, and deleted, but not changed. */
export const ScheduleDetails = ({ schedule, onClose }: ScheduleDetailsProps) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{t('details')}</DialogTitle>
      <DialogContent>
        <dl className="schedule-details">
          <dt>{t('chooseContact')}</dt>
          <dd>{schedule.contact.name}</dd>
          <dt>{t('sendAt')}</dt>
          <dd>
            {formatDayTime(new Date(schedule.sendAt))} · {t('by', { name: schedule.user.name })}
            {'\n'}
            <Status schedule={schedule} />
          </dd>
          <dt>{t('body')}</dt>
          <dd>{schedule.body}</dd>
          {schedule.template ? (
            <dd>{t('template', { name: schedule.template.name, language: schedule.template.language })}</dd>
          ) : null}
          {schedule.media ? <dd>{schedule.media.name}</dd> : null}
        </dl>
      </DialogContent>
      <DialogActions>
        <div style={{ marginRight: 'auto' }}>
          <DeleteSchedule schedule={schedule} onDeleted={onClose} />
        </div>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
