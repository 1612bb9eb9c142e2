import { companyPatchBody, recurrences, newCompanyBody } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateCompanyMutation,
  useUpdateCompanyMutation,
  type ListedCompany,
} from '../../data/companies.api'
import { useListAllPlansQuery } from '../../data/plans.api'
import { readApiError } from '../../lib/api-error'
import { readServerTime } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { FormDate } from '../../ui/date-field'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { RecordForm } from '../../ui/record-form'
import { useFormDialog } from '../../ui/use-form-dialog'
import { CompanyUserModal } from './company-user-modal'
import { DeleteCompany } from './delete-company'
import {
  addRecurrence,
  emptyCompany,
  toCompanyPatch,
  toCompanyValues,
  toNewCompany,
  type CompanyValues,
} from './company.form'

interface CompanyRecordProps {
  /** null: a new one. */
  company: ListedCompany | null
  onDone: () => void
}

const useCompanyForm = ({ company, onDone }: CompanyRecordProps) => {
  const { t } = useTranslation('billing')
  const [create] = useCreateCompanyMutation()
  const [update] = useUpdateCompanyMutation()
  return useFormDialog<CompanyValues>({
    initialValues: company ? toCompanyValues(company) : emptyCompany,
    schema: company ? companyPatchBody : newCompanyBody,
    toBody: company ? toCompanyPatch : toNewCompany,
    save: (values) =>
      company
        ? update({ id: company.id, body: toCompanyPatch(values) }).unwrap()
        : create(toNewCompany(values)).unwrap(),
    onSaved: () => {
      toast.success(t('saved'))
      onDone()
    },
    onError: (error) => {
      const read = readApiError(error)
      if (read.kind === 'network' || read.error === 'ERR_WEAK_PASSWORD') return false
      toast.error(t('companies.refused'))
      return true
    },
  })
}

const Fields = ({ company }: { company: ListedCompany | null }) => {
  const { t } = useTranslation('billing')
  const { data: plans = [] } = useListAllPlansQuery()
  return (
    <>
      <div className="record-form__fields">
        <FormText
          name="name"
          label={t('companies.fields.name')}
          {...(company ? { required: true } : { hint: t('companies.hints.name') })}
          autoComplete="off"
        />
        <FormText name="email" type="email" label={t('companies.fields.email')} required autoComplete="off" />
        <FormText
          name="phone"
          type="tel"
          label={t('companies.fields.phone')}
          hint={t('companies.hints.phone')}
          autoComplete="off"
        />
        {company ? null : (
          <PasswordField
            name="password"
            label={t('companies.fields.password')}
            hint={t('companies.hints.password')}
          />
        )}
        <FormText name="planId" label={t('companies.fields.planId')} required select>
          {plans.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </FormText>
        <FormDate
          name="dueDate"
          kind="date"
          label={t('companies.fields.dueDate')}
          hint={t('companies.hints.dueDate')}
        />
        <FormText name="recurrence" label={t('companies.fields.recurrence')} select>
          {recurrences
            .filter((recurrence) => recurrence === 'MENSAL' || recurrence === company?.recurrence)
            .map((recurrence) => (
              <MenuItem key={recurrence} value={recurrence}>
                {t(`companies.recurrence.${recurrence}`)}
              </MenuItem>
            ))}
        </FormText>
      </div>
      <div className="record-form__switches">
        <FormSwitch name="status" label={t('companies.fields.status')} hint={t('companies.hints.status')} />
        <FormSwitch name="campaignsEnabled" label={t('companies.fields.campaignsEnabled')} />
      </div>
    </>
  )
}

/** The form of a new company, or of the one that was chosen below. */
export const CompanyRecord = ({ company, onDone }: CompanyRecordProps) => {
  const { t } = useTranslation('billing')
  const form = useCompanyForm({ company, onDone })
  const [open, setOpen] = useState<'none' | 'delete' | 'user'>('none')
  const close = () => setOpen('none')
  const { dueDate, recurrence } = form.values
  return (
    <RecordForm
      title={company ? t('companies.edit', { name: company.name }) : t('companies.new')}
      form={form}
      onClear={() => {
        form.resetForm()
        onDone()
      }}
      {...(company && { onDelete: () => setOpen('delete') })}
      extraButtons={
        company ? (
          <>
            <Button
              variant="outlined"
              onClick={() =>
                void form.setFieldValue('dueDate', addRecurrence(dueDate, recurrence, readServerTime()))
              }
            >
              {t('companies.addDueDate')}
            </Button>
            <Button variant="outlined" onClick={() => setOpen('user')}>
              {t('companies.user.button')}
            </Button>
          </>
        ) : null
      }
    >
      <Fields company={company} />
      {company && open === 'delete' ? (
        <DeleteCompany company={company} onClose={close} onDeleted={onDone} />
      ) : null}
      {company && open === 'user' ? <CompanyUserModal company={company} onClose={close} /> : null}
    </RecordForm>
  )
}
