import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { findTemplateFile, type TemplateFileKind, type TemplateView } from '@balcao/contracts'
import { useField } from 'formik'
import { useId, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { checkUpload, formatLimit } from '../../../lib/upload-limit'
import { IconAction } from '../../../ui/icon-action'
import { ClipIcon, TrashIcon } from '../../../ui/icons'
import { useFilePicker } from '../../../ui/use-file-picker'
import { useCapabilities } from '../use-capabilities'
import './template-file-field.css'

interface FileFieldProps {
  template: TemplateView
  wanted: TemplateFileKind
}

const FileField = ({ template, wanted }: FileFieldProps) => {
  const { t, i18n } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const id = useId()
  const [{ value: file }, meta, helpers] = useField<File | null>('file')
  const { maxBytes } = useCapabilities(template.whatsappId)
  const limit = maxBytes[wanted.kind] ?? Infinity
  const what = common(`templates.file.${wanted.format}`)
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
    take([...event.dataTransfer.files])
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
        onClick={pick}
      >
        {common(file ? 'files.replace' : 'files.attach')}: {what}
      </Button>
      {file ? (
        <span className="template-file__chosen">
          <span>{file.name}</span>
          <IconAction
            size="small"
            label={`${common('files.remove')}: ${file.name}`}
            onClick={() => void helpers.setValue(null)}
          >
            <TrashIcon />
          </IconAction>
        </span>
      ) : null}
      <FormHelperText id={id} error={error !== ''}>
        {error || hint}
      </FormHelperText>
    </div>
  )
}

/** The file of a template's header, chosen or dropped; nothing for a template without one. */
export const TemplateFileField = ({ template }: { template: TemplateView }) => {
  const wanted = findTemplateFile(template)
  return wanted ? <FileField key={template.id} template={template} wanted={wanted} /> : null
}
