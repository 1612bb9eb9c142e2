import { userPatchBody } from '@balcao/contracts'
import Skeleton from '@mui/material/Skeleton'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useListCompanyUsersQuery, type ListedCompany } from '../../data/companies.api'
import { useUpdateUserMutation } from '../../data/users.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { useFormDialog } from '../../ui/use-form-dialog'

interface CompanyUserModalProps {
  company: ListedCompany
  onClose: () => void
}

interface UserValues {
  name: string
  email: string
  password: string
}

const toPatch = ({ name, email, password }: UserValues) => ({
  name: name.trim(),
  email: email.trim(),
  ...(password !== '' && { password }),
})

/** Name, e-mail and password of the company's first user. */
export const CompanyUserModal = ({ company, onClose }: CompanyUserModalProps) => {
  const { t } = useTranslation('billing')
  const { data: users, error } = useListCompanyUsersQuery(company.id)
  const [update] = useUpdateUserMutation()
  const user = users?.[0]
  const form = useFormDialog<UserValues>({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', password: '' },
    schema: userPatchBody,
    toBody: toPatch,
    save: (values) =>
      update({ id: user?.id ?? 0, body: { ...toPatch(values), companyId: company.id } }).unwrap(),
    onSaved: () => {
      toast.success(t('companies.user.saved'))
      onClose()
    },
  })
  const isMissing = users?.length === 0
  useEffect(() => {
    if (error) showError(error)
    if (isMissing) toast.error(t('companies.user.none'))
    if (error || isMissing) onClose()
  }, [error, isMissing, onClose, t])
  return (
    <FormDialog open title={t('companies.user.title', { name: company.name })} form={form} onClose={onClose}>
      {user ? (
        <>
          <FormText name="name" label={t('companies.fields.name')} required autoFocus autoComplete="off" />
          <FormText
            name="email"
            type="email"
            label={t('companies.fields.email')}
            required
            autoComplete="off"
          />
          <PasswordField
            name="password"
            label={t('companies.fields.password')}
            hint={t('companies.user.hint')}
          />
        </>
      ) : (
        [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={56} />)
      )}
    </FormDialog>
  )
}
