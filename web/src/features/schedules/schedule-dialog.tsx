import { scheduleBody, type ContactView, type ScheduleView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  type ScheduleBody,
} from '../../data/schedules.api'
import '../../data/schedules.live'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { ScheduleList } from './schedule-list'
import './schedule-dialog.css'

interface ScheduleValues {
  body: string
  /** Of the browser's field: local time, `YYYY-MM-DDTHH:mm`. */
  sendAt: string
}

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as the browser's date-time field wants it. */
export const toLocalField = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`

/** The chosen local time as the server wants it; '' stays '', so that "required" is said. */
export const toScheduleBody = ({ body, sendAt }: ScheduleValues, contactId: number): ScheduleBody => {
  const moment = new Date(sendAt)
  return { body, contactId, sendAt: Number.isNaN(moment.getTime()) ? '' : moment.toISOString() }
}

export interface ScheduleDialogProps {
  contact: Pick<ContactView, 'id' | 'name'>
  onClose: () => void
}

const empty: ScheduleValues = { body: '', sendAt: '' }

/** A message for later, and this contact's other schedules below. */
export const ScheduleDialog = ({ contact, onClose }: ScheduleDialogProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const [editing, setEditing] = useState<ScheduleView | null>(null)
  const [create] = useCreateScheduleMutation()
  const [update] = useUpdateScheduleMutation()
  const form = useFormDialog<ScheduleValues>({
    initialValues: editing ? { body: editing.body, sendAt: toLocalField(new Date(editing.sendAt)) } : empty,
    schema: scheduleBody,
    toBody: (values) => toScheduleBody(values, contact.id),
    save: (values) => {
      const body = toScheduleBody(values, contact.id)
      return editing ? update({ scheduleId: editing.id, body }).unwrap() : create(body).unwrap()
    },
    onSaved: () => {
      toast.success(t('schedule.saved'))
      if (!editing) return onClose()
      setEditing(null)
    },
  })
  return (
    <FormDialog
      open
      title={t(editing ? 'schedule.edit' : 'schedule.new')}
      form={form}
      submitLabel={common(editing ? 'actions.save' : 'actions.add')}
      onClose={editing ? () => setEditing(null) : onClose}
    >
      <p className="schedule-contact">
        {t('schedule.contact')} <b>{contact.name}</b>
      </p>
      <FormText name="body" label={t('schedule.body')} multiline minRows={3} maxRows={8} autoFocus />
      <FormText
        name="sendAt"
        label={t('schedule.sendAt')}
        type="datetime-local"
        slotProps={{ htmlInput: { min: toLocalField(new Date()) } }}
      />
      <ScheduleList contactId={contact.id} editingId={editing?.id ?? null} onEdit={setEditing} />
    </FormDialog>
  )
}
