import type { ScheduleView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FileChoice } from '../../ui/file-choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { ContactField } from './contact-field'
import { DeleteSchedule } from './delete-schedule'
import { ScheduleFields } from './schedule-fields'
import { findTextFile, toScheduleValues, type ScheduleValues } from './schedule-form'
import { useScheduleForm } from './use-schedule-form'

export interface ScheduleModalProps {
  /** undefined for a new one, which begins with these values. */
  schedule: ScheduleView | undefined
  draft: ScheduleValues
  onClose: () => void
}

/** Adds, changes or deletes a schedule of any contact. */
export const ScheduleModal = ({ schedule, draft, onClose }: ScheduleModalProps) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const [choice, setChoice] = useState<FileChoice>({ kind: 'stored' })
  const [initialValues] = useState(() => (schedule ? toScheduleValues(schedule) : draft))
  const form = useScheduleForm({ schedule, initialValues, choice, onSaved: onClose })
  return (
    <FormDialog
      open
      title={t(schedule ? 'edit' : 'new')}
      form={form}
      submitLabel={common(schedule ? 'actions.save' : 'actions.add')}
      footer={schedule ? <DeleteSchedule schedule={schedule} onDeleted={onClose} /> : undefined}
      onClose={onClose}
    >
      <ContactField name="contact" />
      <ScheduleFields stored={findTextFile(schedule)} choice={choice} onChoice={setChoice} />
    </FormDialog>
  )
}
