import { fillTemplate, findTemplateFile, type TemplateView, type TicketView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListTemplatesQuery } from '../../../data/templates.api'
import { translateError } from '../../../lib/error-toast'
import { listContactFacts, prefillTemplate } from '../../../lib/prefill-template'
import {
  groupTemplateFields,
  listBlankFields,
  listTemplateParts,
  toTemplateFields,
  type TemplateFields,
} from '../../../lib/template-values'
import { ErrorState } from '../../../ui/error-state'
import { FormDialog } from '../../../ui/form-dialog'
import { RowSkeletons } from '../../../ui/row-skeletons'
import { TemplateChoice } from '../../../ui/template-choice'
import { TemplatePreview } from '../../../ui/template-preview'
import { TemplateVariables } from '../../../ui/template-variables'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { TemplateFileField } from '../../templates'
import { useSend } from '../composer/use-send'

export interface SendTemplateDialogProps {
  ticket: TicketView
  onClose: () => void
}

/** The file is of the header; null until it is chosen, and for a template without one. */
type Fields = TemplateFields & { file: File | null }

const useTemplateForm = ({ ticket, onClose }: SendTemplateDialogProps, template: TemplateView | null) => {
  const { t } = useTranslation()
  const send = useSend(ticket.id)
  const initialValues = useMemo<Fields>(
    () => ({
      ...toTemplateFields(template ? prefillTemplate(template, listContactFacts(ticket.contact)) : []),
      file: null,
    }),
    // What is written stays when the contact changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [template],
  )
  return useFormDialog<Fields>({
    initialValues,
    check: (values) => {
      if (!template) return { template: t('templates.chooseOne') }
      const blank: string[] = listBlankFields(listTemplateParts(template), values)
      if (findTemplateFile(template) && !values.file) blank.push('file')
      return Object.fromEntries(blank.map((field) => [field, t('validation.required')]))
    },
    save: (values) => {
      const given = template && groupTemplateFields(listTemplateParts(template), values)
      const filled = template && given && fillTemplate(template, given)
      // What is blank was refused before: the whole is too long.
      if (!template || !given || !filled)
        return Promise.reject(new Error(t('backendErrors.ERR_TEMPLATE_VALUES')))
      const { name, language } = template
      send({
        body: filled.text,
        file: values.file,
        quoted: null,
        isSigned: false,
        template: { name, language, ...given },
      })
      return Promise.resolve()
    },
    onSaved: onClose,
  })
}

const useTemplates = (connectionId: number) => {
  const { data, error, refetch } = useListTemplatesQuery(connectionId)
  const templates = useMemo(() => data?.filter(({ canBeSent }) => canBeSent), [data])
  return { templates, error, refetch }
}

/** "Enviar modelo": an approved template of the ticket's connection, its variables filled in, as the customer will see it. */
export const SendTemplateDialog = (props: SendTemplateDialogProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const { templates, error, refetch } = useTemplates(props.ticket.whatsappId ?? 0)
  const [picked, setPicked] = useState<TemplateView | null>()
  const only = templates?.length === 1 ? templates[0]! : null
  const template = picked === undefined ? only : picked
  const form = useTemplateForm(props, template)
  const values = template && groupTemplateFields(listTemplateParts(template), form.values)
  const hasChoice = templates !== undefined && templates.length > 0
  return (
    <FormDialog
      open
      title={t('templates.send')}
      submitLabel={t('composer.send')}
      readOnly={!hasChoice}
      form={form}
      onClose={props.onClose}
    >
      {hasChoice ? (
        <TemplateChoice
          autoFocus
          templates={templates}
          chosen={template}
          error={form.submitCount > 0 && template === null ? common('templates.chooseOne') : ''}
          onChange={setPicked}
        />
      ) : templates ? (
        <Alert severity="info">{t('templates.none')}</Alert>
      ) : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} height={44} />
      )}
      {template && values ? (
        <>
          <TemplateFileField template={template} />
          <TemplateVariables template={template} facts={listContactFacts(props.ticket.contact)} />
          <TemplatePreview
            content={template}
            header={values.header}
            body={values.body}
            file={form.values.file}
          />
        </>
      ) : null}
    </FormDialog>
  )
}
