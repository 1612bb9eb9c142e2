import CallOutlined from '@mui/icons-material/CallOutlined'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined'
import ReplyOutlined from '@mui/icons-material/ReplyOutlined'
import { previewTemplate, type TemplateButton, type TemplateContent } from '@balcao/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import './template-preview.css'

const icons: Readonly<Record<string, typeof ReplyOutlined>> = {
  URL: OpenInNewOutlined,
  PHONE_NUMBER: CallOutlined,
  COPY_CODE: ContentCopyOutlined,
}

const PreviewButton = ({ type, text }: Pick<TemplateButton, 'type' | 'text'>) => {
  const Icon = icons[type] ?? ReplyOutlined
  return (
    <li>
      <Icon fontSize="inherit" aria-hidden="true" />
      {text || type}
    </li>
  )
}

export interface TemplatePreviewProps {
  content: TemplateContent
  header?: readonly string[]
  body?: readonly string[]
  /** Of the header, once it is chosen. */
  file?: File | null
  /** Of the stored one, which another takes the place of. */
  fileName?: string
}

const FILE_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const

const usePictureUrl = (file: File | null): string => {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return undefined
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      setUrl('')
      URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}

interface PreviewFileProps {
  format: string
  file: File | null
  fileName: string
}

const PreviewFile = ({ format, file, fileName }: PreviewFileProps) => {
  const { t } = useTranslation()
  const url = usePictureUrl(file)
  if (file && url !== '') return <img className="template-preview__picture" src={url} alt={file.name} />
  const known = FILE_FORMATS.find((one) => one === format)
  return (
    <p className="template-preview__file">
      {(file?.name ?? fileName) || (known ? t(`templates.file.${known}`) : format)}
    </p>
  )
}

/** A template as the customer will see it; variables without a value stand as they are. */
export const TemplatePreview = ({
  content,
  header = [],
  body = [],
  file = null,
  fileName = '',
}: TemplatePreviewProps) => {
  const { t } = useTranslation()
  const shown = previewTemplate(content, { header, body })
  const isFile = !['NONE', 'TEXT'].includes(content.headerFormat)
  return (
    <section className="template-preview" aria-label={t('templates.preview')}>
      <div className="template-preview__bubble">
        {isFile ? <PreviewFile format={content.headerFormat} file={file} fileName={fileName} /> : null}
        {shown.header ? <b>{shown.header}</b> : null}
        <p>{shown.body}</p>
        {shown.footer ? <small>{shown.footer}</small> : null}
      </div>
      {content.buttons.length > 0 ? (
        <ul className="template-preview__buttons">
          {content.buttons.map((button, index) => (
            <PreviewButton key={index} {...button} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
