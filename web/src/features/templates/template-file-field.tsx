import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import {
  findTemplateFile,
  type HeaderFormat,
  type TemplateFileKind,
  type TemplateView,
} from '@balcao/contracts'
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
  connectionId: number
  wanted: TemplateFileKind
  mimeTypes: readonly string[]
  /** What they are, in words. */
  types: string
  /** What the file is for; '' where that needs no words. */
  note?: string
  stored?: string
  disabled?: boolean
}

/* Of one kind, at a connection that is not known yet: the server decides. */
const useLimit = (connectionId: number, { kind }: TemplateFileKind): number => {
  const { data } = useListConnectionsQuery()
  return data?.find(({ id }) => id === connectionId)?.capabilities.maxBytes[kind] ?? Infinity
}

const FileField = ({
  connectionId,
  wanted,
  mimeTypes,
  types,
  note = '',
  stored = '',
  disabled = false,
}: FileFieldProps) => {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [{ value: file }, meta, helpers] = useField<File | null>('file')
  const limit = useLimit(connectionId, wanted)
  const what = t(`templates.file.${wanted.format}`)
  const hint = t('templates.fileHint', {
    types,
    limit: formatLimit(limit, i18n.language),
  })
  // The name of the last one that was not taken.
  const [refused, setRefused] = useState('')
  const take = ([given]: File[]) => {
    if (!given || !checkUpload(given)) return
    const fits = mimeTypes.includes(given.type) && given.size > 0 && given.size <= limit
    setRefused(fits ? '' : given.name)
    if (fits) void helpers.setValue(given)
  }
  const { element, pick } = useFilePicker(take, { accept: mimeTypes.join(',') })
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
      {note === '' ? null : <FormHelperText>{note}</FormHelperText>}
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
  const { t } = useTranslation()
  const wanted = findTemplateFile(template)
  if (!wanted) return null
  return (
    <FileField
      key={template.id}
      connectionId={template.whatsappId}
      wanted={wanted}
      mimeTypes={wanted.mimeTypes}
      types={t(`templates.fileTypes.${wanted.kind}`)}
      stored={stored}
      disabled={disabled}
    />
  )
}

export interface TemplateSampleFieldProps {
  headerFormat: HeaderFormat
  /** Whose limits hold. */
  connectionId: number
  note: string
}

/** The sample that Meta reviews a header with (form field `file`); nothing for a header that is no file. */
export const TemplateSampleField = ({ headerFormat, connectionId, note }: TemplateSampleFieldProps) => {
  const { t } = useTranslation()
  const wanted = findTemplateFile({ headerFormat })
  if (!wanted) return null
  return (
    <FileField
      key={headerFormat}
      connectionId={connectionId}
      wanted={wanted}
      mimeTypes={wanted.sampleTypes}
      types={t(`templates.sampleTypes.${wanted.kind}`)}
      note={note}
    />
  )
}
