import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Skeleton from '@mui/material/Skeleton'
import type { ScheduleView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteScheduleMutation, useListContactSchedulesQuery } from '../../data/schedules.api'
import { translateError, showError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'

export interface ScheduleListProps {
  contactId: number
  editingId: number | null
  onEdit: (schedule: ScheduleView) => void
}

/** The contact's schedules that the user may see, by their time; only those not sent yet can be changed. */
export const ScheduleList = ({ contactId, editingId, onEdit }: ScheduleListProps) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const { data: schedules, isError, error, refetch } = useListContactSchedulesQuery(contactId)
  const [remove, { isLoading }] = useDeleteScheduleMutation()
  const [asking, setAsking] = useState<ScheduleView | null>(null)

  const handleDelete = async () => {
    if (!asking) return
    try {
      await remove(asking.id).unwrap()
      toast.success(t('deleted'))
    } catch (failure) {
      showError(failure)
    }
    setAsking(null)
  }

  return (
    <section className="schedules" aria-label={t('list')}>
      <h3>{t('list')}</h3>
      {isError && !schedules ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : null}
      {!schedules && !isError ? <Skeleton variant="rounded" height={52} /> : null}
      {schedules?.length === 0 ? <p className="schedules__nothing">{t('nothing')}</p> : null}
      <ul>
        {schedules?.map((schedule) => (
          <li
            key={schedule.id}
            className="schedules__row"
            aria-current={schedule.id === editingId || undefined}
          >
            <span>
              <b>{formatDayTime(new Date(schedule.sendAt))}</b>
              <small data-status={schedule.status}>{t(`status.${schedule.status}`)}</small>
              <p>{schedule.body}</p>
            </span>
            {schedule.status === 'PENDENTE' ? (
              <>
                <IconAction label={common('actions.edit')} size="small" onClick={() => onEdit(schedule)}>
                  <EditOutlined fontSize="small" />
                </IconAction>
                <IconAction label={common('actions.delete')} size="small" onClick={() => setAsking(schedule)}>
                  <DeleteOutlined fontSize="small" />
                </IconAction>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        title={t('deleteTitle')}
        text={t('deleteText')}
        destructive
        busy={isLoading}
        onCancel={() => setAsking(null)}
        onConfirm={() => void handleDelete()}
      />
    </section>
  )
}
