import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import {
  createdButtonTypes,
  findTemplateFile,
  headerFormats,
  listBodyVariables,
  listHeaderVariables,
  templateLimits,
  type TemplateView,
} from '@balcao/contracts'
import type { FormikContextType } from 'formik'
import { useTranslation } from 'react-i18next'

import { useCreateTemplateMutation, useEditTemplateMutation } from '../../../data/templates.api'
import { toast } from '../../../lib/toast'
import { FormDialog } from '../../../ui/form-dialog'
import { FormText } from '../../../ui/form-fields'
import { IconAction } from '../../../ui/icon-action'
import { PlusIcon, TrashIcon } from '../../../ui/icons'
import { TemplatePreview } from '../../../ui/template-preview'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { TemplateSampleField } from '../../templates'
import {
  checkTemplate,
  checkTemplateEdit,
  countButtons,
  emptyTemplate,
  findSample,
  isCategoryFixed,
  removeButton,
  templateLanguages,
  toHeaderFormat,
  toPreview,
  toTemplateBody,
  toTemplateEdit,
  toTemplateValues,
  type TemplateFormValues,
} from './template.form'
import { useReason } from './use-reason'

type Form = FormikContextType<TemplateFormValues>

const toVariable = (name: string): string => `{{${name}}}`

const ButtonFields = ({ form, index }: { form: Form; index: number }) => {
  const { t } = useTranslation('connections')
  const number = index + 1
  const type = form.values[`type${index}`]
  return (
    <div className="template-button">
      <FormText select name={`type${index}`} label={t('templates.form.type', { number })}>
        {createdButtonTypes.map((known) => (
          <MenuItem key={known} value={known}>
            {t(`templates.form.types.${known}`)}
          </MenuItem>
        ))}
      </FormText>
      <FormText
        name={`text${index}`}
        label={t('templates.form.text', { number })}
        required
        slotProps={{ htmlInput: { maxLength: templateLimits.button } }}
      />
      {type === 'URL' ? (
        <FormText name={`url${index}`} label={t('templates.form.url', { number })} required inputMode="url" />
      ) : null}
      {type === 'PHONE_NUMBER' ? (
        <FormText
          name={`phone${index}`}
          label={t('templates.form.phone', { number })}
          hint={t('templates.form.phoneHint')}
          required
          inputMode="tel"
        />
      ) : null}
      <IconAction
        label={t('templates.form.removeButton', { number })}
        onClick={() => void form.setValues(removeButton(form.values, index))}
      >
        <TrashIcon />
      </IconAction>
    </div>
  )
}

const Buttons = ({ form }: { form: Form }) => {
  const { t } = useTranslation('connections')
  const count = countButtons(form.values)
  const add = () =>
    void form.setValues({
      ...form.values,
      [`type${count}`]: 'QUICK_REPLY',
      [`text${count}`]: '',
      [`url${count}`]: '',
      [`phone${count}`]: '',
    })
  return (
    <fieldset className="template-buttons">
      <legend>{t('templates.form.buttons')}</legend>
      {Array.from({ length: count }, (_, index) => (
        <ButtonFields key={index} form={form} index={index} />
      ))}
      {count < templateLimits.buttons ? (
        <Button size="small" startIcon={<PlusIcon />} onClick={add}>
          {t('templates.form.addButton')}
        </Button>
      ) : null}
    </fieldset>
  )
}

const HeaderTexts = ({ values }: { values: TemplateFormValues }) => {
  const { t } = useTranslation('connections')
  const headers = listHeaderVariables(values.header)
  return (
    <>
      <FormText
        name="header"
        label={t('templates.form.header')}
        required
        slotProps={{ htmlInput: { maxLength: templateLimits.header } }}
      />
      {headers.length > 0 ? (
        <FormText
          name="headerExample"
          label={t('templates.form.headerExample', { variable: toVariable(headers[0]!) })}
          required
        />
      ) : null}
    </>
  )
}

interface HeaderProps {
  form: Form
  connectionId: number
  /** What it is at Meta; undefined for a new template. */
  former?: TemplateView | undefined
}

const Header = ({ form, connectionId, former }: HeaderProps) => {
  const { t } = useTranslation('connections')
  const format = toHeaderFormat(form.values)
  const isAskedAgain = former?.headerFormat === format && findTemplateFile(former) !== undefined
  return (
    <>
      <FormText
        select
        name="headerFormat"
        label={t('templates.form.headerFormat')}
        onChange={({ target }) =>
          void form.setValues({ ...form.values, headerFormat: target.value, file: null })
        }
      >
        {headerFormats.map((known) => (
          <MenuItem key={known} value={known}>
            {t(`templates.form.headerFormats.${known}`)}
          </MenuItem>
        ))}
      </FormText>
      {format === 'TEXT' ? <HeaderTexts values={form.values} /> : null}
      {isAskedAgain ? <Alert severity="info">{t('templates.form.sampleAgain')}</Alert> : null}
      <TemplateSampleField
        headerFormat={format}
        connectionId={connectionId}
        note={t('templates.form.sampleNote')}
      />
    </>
  )
}

const Texts = ({ values }: { values: TemplateFormValues }) => {
  const { t } = useTranslation('connections')
  const variables = listBodyVariables(values.body)
  return (
    <>
      <FormText
        name="body"
        label={t('templates.form.body')}
        hint={t('templates.form.bodyHint', { open: '{{', close: '}}' })}
        required
        multiline
        minRows={4}
        slotProps={{ htmlInput: { maxLength: templateLimits.body } }}
      />
      {variables.map((name, index) => (
        <FormText
          key={name}
          name={`example${index}`}
          label={t('templates.form.example', { variable: toVariable(name) })}
          required
        />
      ))}
      <FormText
        name="footer"
        label={t('templates.form.footer')}
        slotProps={{ htmlInput: { maxLength: templateLimits.footer } }}
      />
    </>
  )
}

const Category = () => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  return (
    <FormText
      select
      name="category"
      label={t('templates.form.category')}
      hint={t('templates.form.categoryHint')}
    >
      {(['UTILITY', 'MARKETING'] as const).map((category) => (
        <MenuItem key={category} value={category}>
          {common(`templates.category.${category}`)}
        </MenuItem>
      ))}
    </FormText>
  )
}

const Content = (props: HeaderProps) => {
  const { form } = props
  return (
    <>
      <Header {...props} />
      <Texts values={form.values} />
      <Buttons form={form} />
      <TemplatePreview content={toPreview(form.values)} file={findSample(form.values)} />
    </>
  )
}

export interface NewTemplateProps {
  connectionId: number
  onClose: () => void
}

/** A new template: written, shown as the customer will see it, and submitted to Meta's review. */
export const NewTemplate = ({ connectionId, onClose }: NewTemplateProps) => {
  const { t } = useTranslation('connections')
  const [create] = useCreateTemplateMutation()
  const form = useFormDialog<TemplateFormValues>({
    initialValues: emptyTemplate,
    check: checkTemplate,
    save: (values) =>
      create({ id: connectionId, body: toTemplateBody(values), file: findSample(values) }).unwrap(),
    onSaved: () => {
      toast.success(t('templates.created'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      continues
      title={t('templates.add')}
      submitLabel={t('templates.create')}
      maxWidth="md"
      form={form}
      onClose={onClose}
    >
      <FormText
        name="name"
        label={t('templates.form.name')}
        hint={t('templates.form.nameHint')}
        required
        autoFocus
        slotProps={{ htmlInput: { spellCheck: false, maxLength: templateLimits.name } }}
      />
      <FormText select name="language" label={t('templates.form.language')}>
        {templateLanguages.map((language) => (
          <MenuItem key={language} value={language}>
            {language}
          </MenuItem>
        ))}
      </FormText>
      <Category />
      <Content form={form} connectionId={connectionId} />
    </FormDialog>
  )
}

/* What Meta does not let a template change. */
const Fixed = ({ template }: { template: TemplateView }) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const { name, language, category } = template
  const facts = [
    [t('templates.form.name'), name],
    [t('templates.form.language'), language],
    ...(isCategoryFixed(template)
      ? [[t('templates.form.category'), common(`templates.category.${category}`)]]
      : []),
  ]
  return (
    <dl className="template-fixed">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface EditTemplateProps {
  template: TemplateView
  onClose: () => void
}

/** A template that exists: what it says is changed, shown as the customer will see it, and submitted to Meta's review again. */
export const EditTemplate = ({ template, onClose }: EditTemplateProps) => {
  const { t } = useTranslation('connections')
  const describe = useReason()
  const [edit] = useEditTemplateMutation()
  const { id, whatsappId, reason } = template
  const form = useFormDialog<TemplateFormValues>({
    initialValues: toTemplateValues(template),
    check: checkTemplateEdit,
    save: (values) =>
      edit({
        id: whatsappId,
        templateId: id,
        body: toTemplateEdit(values, template),
        file: findSample(values),
      }).unwrap(),
    onSaved: () => {
      toast.success(t('templates.created'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      continues
      title={t('templates.editTitle')}
      submitLabel={t('templates.create')}
      maxWidth="md"
      form={form}
      onClose={onClose}
    >
      {reason ? <Alert severity="warning">{describe(reason)}</Alert> : null}
      <Alert severity="info">
        {t(isCategoryFixed(template) ? 'templates.editHintApproved' : 'templates.editHint')}
      </Alert>
      <Fixed template={template} />
      {isCategoryFixed(template) ? null : <Category />}
      <Content form={form} connectionId={whatsappId} former={template} />
    </FormDialog>
  )
}
