import type { ScheduleView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteScheduleMutation } from '../../data/schedules.api'
import '../../data/schedules.live'
import { DeleteDialog } from '../../ui/delete-dialog'

export interface DeleteScheduleProps {
  schedule: ScheduleView
  onDeleted: () => void
}

/** A button that asks before it deletes. */
export const DeleteSchedule = ({ schedule, onDeleted }: DeleteScheduleProps) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [remove, { isLoading }] = useDeleteScheduleMutation()
  const isDeleted = useRef(false)
  const handleRemove = async () => {
    const answer = await remove(schedule.id)
    isDeleted.current = !answer.error
    return answer
  }
  const handleClose = () => {
    setAsking(false)
    if (isDeleted.current) onDeleted()
  }
  return (
    <>
      <Button color="error" onClick={() => setAsking(true)}>
        {common('actions.delete')}
      </Button>
      {asking ? (
        <DeleteDialog
          title={t('deleteTitle')}
          text={t(schedule.status === 'ENVIADA' ? 'deleteDoneText' : 'deleteText')}
          doneText={t('deleted')}
          remove={handleRemove}
          busy={isLoading}
          onClose={handleClose}
        />
      ) : null}
    </>
  )
}
