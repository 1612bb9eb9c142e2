import { announcementBody, announcementMimeTypes, type AnnouncementView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateAnnouncementMutation,
  useDeleteAnnouncementPictureMutation,
  useUpdateAnnouncementMutation,
  useUploadAnnouncementPictureMutation,
} from '../../data/announcements.api'
import { toast } from '../../lib/toast'
import { checkUpload } from '../../lib/upload-limit'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { ClipIcon, TrashIcon } from '../../ui/icons'
import { useFilePicker } from '../../ui/use-file-picker'
import { useFormDialog } from '../../ui/use-form-dialog'
import './announcement-modal.css'

interface AnnouncementValues {
  title: string
  text: string
  priority: 1 | 2 | 3
  status: 'active' | 'inactive'
  /** The picture that goes with the save: the stored one, another, or none. */
  picture: 'stored' | 'none' | File
}

const toValues = (announcement: AnnouncementView | undefined): AnnouncementValues => ({
  title: announcement?.title ?? '',
  text: announcement?.text ?? '',
  priority: announcement?.priority ?? 3,
  status: announcement?.status === false ? 'inactive' : 'active',
  picture: 'stored',
})

const toBody = ({ title, text, priority, status }: AnnouncementValues) => ({
  title,
  text,
  priority,
  status: status === 'active',
})

export interface AnnouncementModalProps {
  /** undefined for a new one. */
  announcement: AnnouncementView | undefined
  onClose: () => void
}

/** Saves the fields, then the picture; a second try after a refused picture changes what the first made. */
const useSave = (announcement: AnnouncementView | undefined) => {
  const [create] = useCreateAnnouncementMutation()
  const [update] = useUpdateAnnouncementMutation()
  const [upload] = useUploadAnnouncementPictureMutation()
  const [removePicture] = useDeleteAnnouncementPictureMutation()
  const made = useRef(announcement)
  return async (values: AnnouncementValues) => {
    const body = toBody(values)
    const saved = made.current
      ? await update({ id: made.current.id, body }).unwrap()
      : await create(body).unwrap()
    made.current = saved
    if (values.picture instanceof File) await upload({ id: saved.id, file: values.picture }).unwrap()
    if (values.picture === 'none' && saved.media) await removePicture(saved.id).unwrap()
  }
}

interface PictureFieldProps {
  name: string | undefined
  onPick: (file: File) => void
  onRemove: () => void
}

const PictureField = ({ name, onPick, onRemove }: PictureFieldProps) => {
  const { t } = useTranslation('announcements')
  const { element, pick } = useFilePicker(
    ([file]) => {
      if (file && checkUpload(file)) onPick(file)
    },
    { accept: announcementMimeTypes.join(',') },
  )
  return (
    <div className="announcement-picture">
      {element}
      <Button variant="outlined" color="secondary" startIcon={<ClipIcon />} onClick={pick}>
        {t(name === undefined ? 'picture.attach' : 'picture.replace')}
      </Button>
      {name === undefined ? null : (
        <>
          <span className="announcement-picture__name">{name}</span>
          <IconAction label={t('picture.remove', { name })} onClick={onRemove}>
            <TrashIcon />
          </IconAction>
        </>
      )}
    </div>
  )
}

const readPictureName = (
  { picture }: AnnouncementValues,
  stored: AnnouncementView | undefined,
): string | undefined => {
  if (picture instanceof File) return picture.name
  return picture === 'stored' ? (stored?.mediaName ?? undefined) : undefined
}

export const AnnouncementModal = ({ announcement, onClose }: AnnouncementModalProps) => {
  const { t } = useTranslation('announcements')
  const { t: common } = useTranslation()
  const [initialValues] = useState(() => toValues(announcement))
  const form = useFormDialog<AnnouncementValues>({
    initialValues,
    schema: announcementBody,
    toBody,
    save: useSave(announcement),
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(announcement ? 'modal.edit' : 'modal.add')}
      submitLabel={common(announcement ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="title" label={t('fields.title')} required autoFocus autoComplete="off" />
      <FormText name="text" label={t('fields.text')} required multiline minRows={4} maxRows={10} />
      <FormText name="status" label={t('fields.status')} select>
        <MenuItem value="active">{t('active')}</MenuItem>
        <MenuItem value="inactive">{t('inactive')}</MenuItem>
      </FormText>
      <FormText name="priority" label={t('fields.priority')} select>
        {([1, 2, 3] as const).map((priority) => (
          <MenuItem key={priority} value={priority}>
            {t(`priority.${priority}`)}
          </MenuItem>
        ))}
      </FormText>
      <PictureField
        name={readPictureName(form.values, announcement)}
        onPick={(file) => void form.setFieldValue('picture', file)}
        onRemove={() => void form.setFieldValue('picture', 'none')}
      />
    </FormDialog>
  )
}
