import type { ScheduleView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useState } from 'react'
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
  const [remove] = useDeleteScheduleMutation()
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
          remove={() => remove(schedule.id)}
          onClose={() => setAsking(false)}
          onDeleted={onDeleted}
        />
      ) : null}
    </>
  )
}
