import { findTemplateFile, type TemplateView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useFormikContext } from 'formik'
import { useTranslation } from 'react-i18next'

import { useListTemplatesQuery } from '../../data/templates.api'
import { prefillTemplate, type ContactFact } from '../../lib/prefill-template'
import { groupTemplateFields, listTemplateParts, toTemplateFields } from '../../lib/template-values'
import { TemplateChoice } from '../../ui/template-choice'
import { TemplatePreview } from '../../ui/template-preview'
import { TemplateVariables } from '../../ui/template-variables'
import { TemplateFileField } from './template-file-field'
import type { PlannedTemplateFields } from './template.form'

const Preview = ({ template, fillIn }: { template: TemplateView; fillIn: (text: string) => string }) => {
  const { values } = useFormikContext<PlannedTemplateFields>()
  const { header, body } = groupTemplateFields(listTemplateParts(template), values)
  return (
    <TemplatePreview
      content={template}
      header={header.map(fillIn)}
      body={body.map(fillIn)}
      file={values.file}
      fileName={values.storedFile}
    />
  )
}

export interface TemplateFieldProps {
  /** '' while none is chosen. */
  connectionId: number | ''
  /** Variables of texts that are filled in when it is sent. */
  facts: readonly ContactFact[]
  /** Fills them in as for an example. */
  fillIn: (text: string) => string
  /** What to say while no template is chosen; '' for nothing. */
  hint?: string
  /** Values of the form that a template takes the place of. */
  resets?: object
  /** Which of the sendable ones are offered; all unless given. */
  isOffered?: (template: TemplateView) => boolean
  disabled?: boolean
}

const isAny = () => true

/** The message template of an official connection that the form sends, with its variables and as the customer will see it. */
export const TemplateField = ({
  connectionId,
  facts,
  fillIn,
  hint = '',
  resets = {},
  isOffered = isAny,
  disabled = false,
}: TemplateFieldProps) => {
  const { t } = useTranslation()
  const form = useFormikContext<PlannedTemplateFields>()
  const { template } = form.values
  const { data } = useListTemplatesQuery(connectionId === '' ? 0 : connectionId, {
    skip: connectionId === '',
  })
  const templates = data?.filter((one) => one.canBeSent && isOffered(one)) ?? []
  const chosen =
    templates.find(({ name, language }) => name === template?.name && language === template.language) ?? null
  const isGone = template !== null && data !== undefined && chosen === null
  const handleChange = (next: TemplateView | null) =>
    void form.setValues({
      ...form.values,
      template: next && {
        name: next.name,
        language: next.language,
        parts: listTemplateParts(next),
        fileFormat: findTemplateFile(next)?.format ?? null,
      },
      file: null,
      storedFile: '',
      ...(next && { ...toTemplateFields(prefillTemplate(next, facts)), ...resets }),
    })
  if (data && templates.length === 0 && !template)
    return <Alert severity="info">{t('templates.noneApproved')}</Alert>
  return (
    <>
      <TemplateChoice
        templates={templates}
        chosen={chosen}
        disabled={disabled}
        error={isGone ? t('templates.gone') : (form.errors.template ?? '')}
        onChange={handleChange}
      />
      {template || hint === '' ? null : <Alert severity="info">{hint}</Alert>}
      {chosen ? (
        <>
          <TemplateFileField template={chosen} stored={form.values.storedFile} disabled={disabled} />
          <TemplateVariables template={chosen} facts={facts} disabled={disabled} />
          <Preview template={chosen} fillIn={fillIn} />
        </>
      ) : null}
    </>
  )
}
