import {
  cleanTemplateValue,
  fillTemplate,
  foldText,
  listTemplateVariables,
  type TemplateValues,
  type TemplateView,
  type TicketView,
} from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListTemplatesQuery } from '../../../data/templates.api'
import { translateError } from '../../../lib/error-toast'
import { Combobox } from '../../../ui/combobox'
import { ErrorState } from '../../../ui/error-state'
import { FormDialog } from '../../../ui/form-dialog'
import { TemplatePreview } from '../../../ui/template-preview'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { useSend } from '../composer/use-send'
import { listContactFacts, prefillTemplate } from './prefill-template'
import { VariableField } from './variable-field'
import './templates.css'

export interface SendTemplateDialogProps {
  ticket: TicketView
  onClose: () => void
}

type Filled = Record<string, string>

/** A form has a field for each variable, by its place. */
const fieldOf = (index: number): string => `value${index}`

const groupValues = (template: TemplateView, filled: Filled) => {
  const values = { header: [] as string[], body: [] as string[], buttons: [] as string[] }
  listTemplateVariables(template).forEach(({ part }, index) =>
    values[part === 'button' ? 'buttons' : part].push(cleanTemplateValue(filled[fieldOf(index)] ?? '')),
  )
  return values satisfies TemplateValues
}

const isFound = (words: string, { name, body, language }: TemplateView): boolean =>
  foldText(`${name} ${language} ${body}`).includes(foldText(words.trim()))

interface ChoiceProps {
  templates: readonly TemplateView[]
  chosen: TemplateView | null
  error: string
  onChange: (template: TemplateView | null) => void
}

const toLabel = ({ name, language }: TemplateView): string => `${name} (${language})`

const TemplateChoice = ({ templates, chosen, error, onChange }: ChoiceProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const [words, setWords] = useState('')
  const sought = chosen && words === toLabel(chosen) ? '' : words
  return (
    <Combobox
      autoFocus
      autoHighlight
      openOnFocus
      label={t('templates.choose')}
      error={error}
      options={templates.filter((template) => isFound(sought, template))}
      value={chosen}
      inputValue={words}
      getOptionLabel={toLabel}
      getKey={({ id }) => id}
      noOptionsText={t('templates.notFound')}
      onInputChange={(_event, text) => setWords(text)}
      onChange={(_event, template) => onChange(template)}
    >
      {(template) => (
        <span className="two-lines">
          {toLabel(template)}
          <small>
            {common(`templates.category.${template.category}`)} · {template.body}
          </small>
        </span>
      )}
    </Combobox>
  )
}

const useTemplateForm = ({ ticket, onClose }: SendTemplateDialogProps, template: TemplateView | null) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const send = useSend(ticket.id)
  const initialValues = useMemo<Filled>(
    () =>
      template
        ? Object.fromEntries(
            prefillTemplate(template, ticket.contact).map((text, index) => [fieldOf(index), text]),
          )
        : {},
    // What is written stays when the contact changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [template],
  )
  return useFormDialog<Filled>({
    initialValues,
    check: (values) => {
      if (!template) return { template: t('templates.chooseOne') }
      const blank = Object.entries(values).filter(([, text]) => cleanTemplateValue(text) === '')
      return Object.fromEntries(blank.map(([field]) => [field, common('validation.required')]))
    },
    save: (values) => {
      const given = template && groupValues(template, values)
      const filled = template && given && fillTemplate(template, given)
      // What is blank was refused before: the whole is too long.
      if (!template || !given || !filled)
        return Promise.reject(new Error(common('backendErrors.ERR_TEMPLATE_VALUES')))
      const { name, language } = template
      send({
        body: filled.text,
        file: null,
        quoted: null,
        isSigned: false,
        template: { name, language, ...given },
      })
      return Promise.resolve()
    },
    onSaved: onClose,
  })
}

const TemplateForm = ({
  templates,
  ...props
}: SendTemplateDialogProps & { templates: readonly TemplateView[] }) => {
  const { t } = useTranslation('tickets')
  const [template, setTemplate] = useState<TemplateView | null>(templates.length === 1 ? templates[0]! : null)
  const form = useTemplateForm(props, template)
  const facts = listContactFacts(props.ticket.contact)
  const values = template && groupValues(template, form.values)
  const isUnchosen = form.submitCount > 0 && template === null
  return (
    <FormDialog
      open
      title={t('templates.send')}
      submitLabel={t('composer.send')}
      form={form}
      onClose={props.onClose}
    >
      <TemplateChoice
        templates={templates}
        chosen={template}
        error={isUnchosen ? t('templates.chooseOne') : ''}
        onChange={setTemplate}
      />
      {template && values ? (
        <>
          {listTemplateVariables(template).map((variable, index) => (
            <VariableField
              key={`${template.id} ${index}`}
              field={fieldOf(index)}
              variable={variable}
              buttonText={template.buttons[variable.index]?.text ?? ''}
              facts={facts}
            />
          ))}
          <TemplatePreview content={template} header={values.header} body={values.body} />
          <p className="template-facts">{t(`templates.price.${template.category}`)}</p>
        </>
      ) : null}
    </FormDialog>
  )
}

const Nothing = ({ onClose }: Pick<SendTemplateDialogProps, 'onClose'>) => {
  const { t } = useTranslation('tickets')
  const form = useFormDialog<object>({ initialValues: {}, save: () => Promise.resolve(), onSaved: onClose })
  return (
    <FormDialog open readOnly title={t('templates.send')} form={form} onClose={onClose}>
      <Alert severity="info">{t('templates.none')}</Alert>
    </FormDialog>
  )
}

/** "Enviar modelo": an approved template of the ticket's connection, its variables filled in, as the customer will see it. */
export const SendTemplateDialog = (props: SendTemplateDialogProps) => {
  const { data, error, refetch } = useListTemplatesQuery(props.ticket.whatsappId ?? 0)
  if (error) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton variant="rounded" height={1} />
  const templates = data.filter(({ canBeSent }) => canBeSent)
  return templates.length === 0 ? (
    <Nothing onClose={props.onClose} />
  ) : (
    <TemplateForm {...props} templates={templates} />
  )
}
