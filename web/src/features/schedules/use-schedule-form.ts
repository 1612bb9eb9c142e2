import { scheduleBody, type ScheduleView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateScheduleMutation,
  useDeleteScheduleFileMutation,
  useUpdateScheduleMutation,
  useUploadScheduleFileMutation,
} from '../../data/schedules.api'
import '../../data/schedules.live'
import { readServerTime } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { isFileChanged, type FileChoice } from '../../ui/file-choice-field'
import { useFormDialog } from '../../ui/use-form-dialog'
import { findPlannedFile, requireValues } from '../templates'
import { findTextFile, isPast, toScheduleBody, type ScheduleValues } from './schedule-form'

/** Saves the fields, with a template's file in the same request, then a text's; a second try of a new one with a refused file changes what the first made. */
const useSave = (schedule: ScheduleView | undefined, choice: FileChoice) => {
  const [create] = useCreateScheduleMutation()
  const [update] = useUpdateScheduleMutation()
  const [upload] = useUploadScheduleFileMutation()
  const [removeFile] = useDeleteScheduleFileMutation()
  const [made, setMade] = useState<ScheduleView>()
  return async (values: ScheduleValues) => {
    const body = toScheduleBody(values)
    const known = schedule ?? made
    const file = findPlannedFile(values)
    const saved = known
      ? await update({ scheduleId: known.id, body, file }).unwrap()
      : await create({ body, file }).unwrap()
    if (!schedule) setMade(saved)
    if (body.template) return
    if (choice.kind === 'picked') await upload({ id: saved.id, file: choice.file }).unwrap()
    if (choice.kind === 'none' && saved.media) await removeFile(saved.id).unwrap()
  }
}

export interface ScheduleFormOptions {
  /** undefined for a new one. */
  schedule: ScheduleView | undefined
  initialValues: ScheduleValues
  choice: FileChoice
  onSaved: () => void
}

/** The form of a schedule. A time that has passed is refused here, and by the server. */
export const useScheduleForm = ({ schedule, initialValues, choice, onSaved }: ScheduleFormOptions) => {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation()
  const save = useSave(schedule, choice)
  const form = useFormDialog<ScheduleValues>({
    initialValues,
    schema: scheduleBody,
    toBody: toScheduleBody,
    check: (values) => ({
      ...(!values.contact && { contact: t('needContact') }),
      ...(isPast(values.sendAt, readServerTime()) && { sendAt: t('past') }),
      ...(values.whatsappId !== '' && !values.template && { template: common('templates.chooseOne') }),
      ...requireValues(values, common('validation.required')),
    }),
    save,
    onSaved: () => {
      toast.success(t('saved'))
      onSaved()
    },
  })
  return { ...form, dirty: form.dirty || isFileChanged(findTextFile(schedule), choice) }
}
