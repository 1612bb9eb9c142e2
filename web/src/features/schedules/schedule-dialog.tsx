import type { ScheduleView } from '@balcao/contracts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FileChoice } from '../../ui/file-choice-field'
import { FormDialog } from '../../ui/form-dialog'
import { ScheduleFields } from './schedule-fields'
import { findTextFile, noText, toScheduleValues, type ScheduleContact } from './schedule-form'
import { ScheduleList } from './schedule-list'
import { useScheduleForm } from './use-schedule-form'

export interface ScheduleDialogProps {
  contact: ScheduleContact
  onClose: () => void
}

/** A message for later, and this contact's other schedules below. */
export const ScheduleDialog = ({ contact, onClose }: ScheduleDialogProps) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const [editing, setEditing] = useState<ScheduleView>()
  const [choice, setChoice] = useState<FileChoice>({ kind: 'stored' })
  const edit = (schedule: ScheduleView | undefined) => {
    setChoice({ kind: 'stored' })
    setEditing(schedule)
  }
  const initialValues = useMemo(
    () =>
      editing
        ? toScheduleValues(editing)
        : { ...noText, contact: { id: contact.id, name: contact.name }, sendAt: '' },
    [editing, contact.id, contact.name],
  )
  const form = useScheduleForm({
    schedule: editing,
    initialValues,
    choice,
    onSaved: () => (editing ? edit(undefined) : onClose()),
  })
  return (
    <FormDialog
      open
      title={t(editing ? 'edit' : 'new')}
      form={form}
      submitLabel={common(editing ? 'actions.save' : 'actions.add')}
      onClose={editing ? () => edit(undefined) : onClose}
    >
      <p className="schedule-contact">
        {t('contact')} <b>{contact.name}</b>
      </p>
      <ScheduleFields stored={findTextFile(editing)} choice={choice} onChoice={setChoice} />
      <ScheduleList contactId={contact.id} editingId={editing?.id ?? null} onEdit={edit} />
    </FormDialog>
  )
}
