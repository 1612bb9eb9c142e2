import { findTemplateFile, type FallbackView, type TemplateView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

import { useListFallbacksQuery, useSetFallbackMutation } from '../../../data/templates.api'
import { contactVariables } from '../../../lib/prefill-template'
import { toast } from '../../../lib/toast'
import { FormDialog } from '../../../ui/form-dialog'
import { IconAction } from '../../../ui/icon-action'
import { EditIcon } from '../../../ui/icons'
import { useFormDialog } from '../../../ui/use-form-dialog'
import {
  requireValues,
  TemplateField,
  toPlannedBody,
  toPlannedFields,
  type PlannedTemplateFields,
} from '../../templates'

/* A file would have to be kept for it. */
const isWithoutFile = (template: TemplateView): boolean => findTemplateFile(template) === undefined

const asIs = (text: string): string => text

export interface EditFallbackProps {
  connectionId: number
  fallback: FallbackView
  onClose: () => void
}

/** Which template leaves in place of an automatic text, with its values, as the customer will see it. */
export const EditFallback = ({ connectionId, fallback: { text, template }, onClose }: EditFallbackProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const [set] = useSetFallbackMutation()
  const form = useFormDialog<PlannedTemplateFields>({
    initialValues: toPlannedFields(template && { ...template, fileFormat: null }),
    check: (values) => requireValues(values, common('validation.required')),
    save: (values) => set({ id: connectionId, text, template: toPlannedBody(values) }).unwrap(),
    onSaved: () => {
      toast.success(t('fallbacks.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      continues
      title={t(`fallbacks.text.${text}`)}
      submitLabel={common('actions.save')}
      maxWidth="sm"
      form={form}
      onClose={onClose}
    >
      <Alert severity="info">{t(`fallbacks.hints.${text}`)}</Alert>
      <TemplateField
        connectionId={connectionId}
        facts={contactVariables}
        fillIn={asIs}
        isOffered={isWithoutFile}
      />
    </FormDialog>
  )
}

interface RowProps {
  fallback: FallbackView
  templates: readonly TemplateView[]
  onEdit: () => void
}

const Row = ({ fallback: { text, template }, templates, onEdit }: RowProps) => {
  const { t } = useTranslation('connections')
  const isSent = templates.some(
    ({ name, language, canBeSent }) => canBeSent && name === template?.name && language === template.language,
  )
  const label = t(`fallbacks.text.${text}`)
  return (
    <li className="fallback-row">
      <div>
        {label}
        {template ? (
          <small className={isSent ? undefined : 'fallback-row__unusable'}>
            {isSent ? `${template.name} (${template.language})` : t('fallbacks.unusable', template)}
          </small>
        ) : (
          <small>{t('fallbacks.none')}</small>
        )}
      </div>
      <IconAction label={t('fallbacks.edit', { text: label })} onClick={onEdit}>
        <EditIcon />
      </IconAction>
    </li>
  )
}

export interface FallbacksProps {
  connectionId: number
  templates: readonly TemplateView[]
  onEdit: (fallback: FallbackView) => void
}

/** The templates in place of automatic texts outside of the window. */
export const Fallbacks = ({ connectionId, templates, onEdit }: FallbacksProps) => {
  const { t } = useTranslation('connections')
  const { data } = useListFallbacksQuery(connectionId)
  if (!data) return null
  return (
    <section className="fallbacks" aria-labelledby="fallbacks-title">
      <h3 id="fallbacks-title">{t('fallbacks.title')}</h3>
      <p className="template-list__note">{t('fallbacks.hint')}</p>
      <ul>
        {data.map((fallback) => (
          <Row
            key={fallback.text}
            fallback={fallback}
            templates={templates}
            onEdit={() => onEdit(fallback)}
          />
        ))}
      </ul>
    </section>
  )
}
