import AddOutlined from '@mui/icons-material/AddOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import { completePhone, contactBody, type ContactView } from '@balcao/contracts'
import { FieldArray } from 'formik'
import { useTranslation } from 'react-i18next'

import { useCreateContactMutation, useUpdateContactMutation, type ContactBody } from '../../data/contacts.api'
import { formatPhone, maskContactPhone } from '../../lib/format-phone'
import { toast } from '../../lib/toast'
import '../../ui/field-row.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { useFormDialog } from '../../ui/use-form-dialog'

interface ExtraInfoValue {
  id?: number
  name: string
  value: string
}

interface ContactValues {
  name: string
  number: string
  email: string
  extraInfo: ExtraInfoValue[]
}

export interface ContactDialogProps {
  /** Edits this one; a new contact without it. */
  contact?: ContactView
  /** What a new contact begins with. */
  draft?: Partial<Pick<ContactValues, 'name' | 'number'>>
  onClose: () => void
  onSaved?: (contact: ContactView) => void
}

const toContactValues = (
  contact: ContactView | undefined,
  draft: ContactDialogProps['draft'],
): ContactValues => ({
  name: contact?.name ?? draft?.name ?? '',
  number: contact
    ? contact.isGroup
      ? contact.number
      : formatPhone(contact.number)
    : maskContactPhone(draft?.number ?? ''),
  email: contact?.email ?? '',
  extraInfo: contact?.extraInfo.map(({ id, name, value }) => ({ id, name, value })) ?? [],
})

/* With a +: the country is there, and is not completed once more. */
const toNumber = (typed: string): string => {
  const digits = completePhone(typed)
  return digits === '' ? '' : `+${digits}`
}

/** Shown with its mask, sent with its country; empty rows of extra information are left out. */
export const toContactBody = (values: ContactValues): ContactBody => ({
  name: values.name.trim(),
  number: toNumber(values.number),
  email: values.email.trim(),
  extraInfo: values.extraInfo
    .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
    .map(({ id, name, value }) => ({ ...(id !== undefined && { id }), name: name.trim(), value })),
})

const ExtraInfoFields = ({ rows }: { rows: ExtraInfoValue[] }) => {
  const { t } = useTranslation('tickets')
  return (
    <FieldArray name="extraInfo">
      {({ push, remove }) => (
        <fieldset className="extra-fields">
          <legend>{t('contact.extraInfo')}</legend>
          {rows.map((_row, index) => (
            // Formik addresses the rows by their index.
            <div key={index} className="field-row extra-fields__row">
              <FormText name={`extraInfo.${index}.name`} label={t('contact.fieldName')} />
              <FormText name={`extraInfo.${index}.value`} label={t('contact.fieldValue')} />
              <IconAction label={t('contact.removeField')} onClick={() => remove(index)}>
                <DeleteOutlined />
              </IconAction>
            </div>
          ))}
          <Button size="small" startIcon={<AddOutlined />} onClick={() => push({ name: '', value: '' })}>
            {t('contact.addField')}
          </Button>
        </fieldset>
      )}
    </FieldArray>
  )
}

export const ContactForm = ({ contact, draft, onClose, onSaved }: ContactDialogProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const [create] = useCreateContactMutation()
  const [update] = useUpdateContactMutation()
  const form = useFormDialog<ContactValues>({
    initialValues: toContactValues(contact, draft),
    schema: contactBody,
    toBody: toContactBody,
    save: async (values) => {
      const body = toContactBody(values)
      const saved = contact
        ? await update({ contactId: contact.id, body }).unwrap()
        : await create(body).unwrap()
      onSaved?.(saved)
    },
    onSaved: () => {
      toast.success(t('contact.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(contact ? 'contact.edit' : 'contact.new')}
      form={form}
      submitLabel={common(contact ? 'actions.save' : 'actions.add')}
      onClose={onClose}
    >
      <FormText name="name" label={t('contact.name')} autoComplete="off" autoFocus />
      <FormText
        name="number"
        label={t('contact.number')}
        inputMode="tel"
        placeholder="(11) 99999-0000"
        disabled={contact?.isGroup}
        onChange={(event) => void form.setFieldValue('number', maskContactPhone(event.target.value))}
      />
      <FormText name="email" label={t('contact.email')} inputMode="email" />
      <ExtraInfoFields rows={form.values.extraInfo} />
    </FormDialog>
  )
}
