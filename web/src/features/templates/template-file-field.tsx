import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { findTemplateFile, type TemplateFileKind, type TemplateView } from '@balcao/contracts'
import { useField } from 'formik'
import { useId, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import { checkUpload, formatLimit } from '../../lib/upload-limit'
import { IconAction } from '../../ui/icon-action'
import { ClipIcon, TrashIcon } from '../../ui/icons'
import { useFilePicker } from '../../ui/use-file-picker'
import './template-file-field.css'

interface FileFieldProps {
  template: TemplateView
  wanted: TemplateFileKind
  stored: string
  disabled: boolean
}

/* Of one kind, at a connection that is not known yet: the server decides. */
const useLimit = ({ whatsappId }: TemplateView, { kind }: TemplateFileKind): number => {
  const { data } = useListConnectionsQuery()
  return data?.find(({ id }) => id === whatsappId)?.capabilities.maxBytes[kind] ?? Infinity
}

const FileField = ({ template, wanted, stored, disabled }: FileFieldProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [{ value: file }, meta, helpers] = useField<File | null>('file')
  const limit = useLimit(template, wanted)
  const what = t(`templates.file.${wanted.format}`)
  const hint = t('templates.fileHint', {
    types: t(`templates.fileTypes.${wanted.kind}`),
    limit: formatLimit(limit, i18n.language),
  })
  // The name of the last one that was not taken.
  const [refused, setRefused] = useState('')
  const take = ([given]: File[]) => {
    if (!given || !checkUpload(given)) return
    const fits = wanted.mimeTypes.includes(given.type) && given.size > 0 && given.size <= limit
    setRefused(fits ? '' : given.name)
    if (fits) void helpers.setValue(given)
  }
  const { element, pick } = useFilePicker(take, { accept: wanted.mimeTypes.join(',') })
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!disabled) take([...event.dataTransfer.files])
  }
  const missing = meta.touched && meta.error ? meta.error : ''
  const error = refused === '' ? missing : t('templates.fileRefused', { name: refused, hint })
  return (
    <div className="template-file" onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      {element}
      <Button
        variant="outlined"
        color={error ? 'error' : 'secondary'}
        startIcon={<ClipIcon />}
        aria-describedby={id}
        disabled={disabled}
        onClick={pick}
      >
        {t(file || stored !== '' ? 'files.replace' : 'files.attach')}: {what}
      </Button>
      {file ? (
        <span className="template-file__chosen">
          <span>{file.name}</span>
          <IconAction
            size="small"
            label={`${t('files.remove')}: ${file.name}`}
            onClick={() => void helpers.setValue(null)}
          >
            <TrashIcon />
          </IconAction>
        </span>
      ) : stored === '' ? null : (
        <span className="template-file__chosen">
          <span>{stored}</span>
        </span>
      )}
      <FormHelperText id={id} error={error !== ''}>
        {error || hint}
      </FormHelperText>
    </div>
  )
}

export interface TemplateFileFieldProps {
  template: TemplateView
  /** Name of the file that it has already; '' without one. */
  stored?: string
  disabled?: boolean
}

/** The file of a template's header, chosen or dropped (form field `file`); nothing for a template without one. */
export const TemplateFileField = ({ template, stored = '', disabled = false }: TemplateFileFieldProps) => {
  const wanted = findTemplateFile(template)
  if (!wanted) return null
  return (
    <FileField key={template.id} template={template} wanted={wanted} stored={stored} disabled={disabled} />
  )
}
