import { companyHoursBody, type BusinessHoursView, type CompanyHoursView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { Form, FormikProvider } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useGetCompanyHoursQuery, usePutCompanyHoursMutation } from '../../data/settings.api'
import { currentLanguage, locales } from '../../i18n/i18n'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useUnsaved } from '../../lib/use-unsaved'
import { ErrorState } from '../../ui/error-state'
import { fillWeek } from '../../ui/hours'
import { HoursField, TimeZoneField } from '../../ui/hours-field'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useFormDialog } from '../../ui/use-form-dialog'

interface HoursValues {
  schedules: BusinessHoursView[]
  timeZone: string
}

const toHoursValues = (hours: CompanyHoursView): HoursValues => ({
  schedules: fillWeek(hours.schedules, locales[currentLanguage()]),
  timeZone: hours.timeZone,
})

const HoursForm = ({ hours, companyId }: { hours: CompanyHoursView; companyId: number }) => {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const [put] = usePutCompanyHoursMutation()
  const [stored, setStored] = useState(() => toHoursValues(hours))
  const outdated = useRef<CompanyHoursView>(null)
  const form = useFormDialog<HoursValues>({
    initialValues: stored,
    schema: companyHoursBody,
    save: async (values) => {
      await put({ id: companyId, body: values }).unwrap()
      outdated.current = hours
      setStored(values)
    },
    onSaved: () => toast.success(t('hours.saved')),
  })
  useUnsaved(form.dirty, form.isSubmitting)
  const isTyping = form.dirty
  // What a colleague stored is shown, but never over what is typed or was just saved here.
  useEffect(() => {
    if (!isTyping && hours !== outdated.current) setStored(toHoursValues(hours))
  }, [hours, isTyping])
  return (
    <FormikProvider value={form}>
      <Form noValidate className="settings__hours">
        <HoursField name="schedules" legend={t('hours.legend')} />
        <TimeZoneField name="timeZone" label={t('hours.timeZone')} hint={t('hours.timeZoneHint')} />
        <div>
          <Button type="submit" variant="contained" loading={form.isSubmitting} disabled={!form.dirty}>
            {common('actions.save')}
          </Button>
        </div>
      </Form>
    </FormikProvider>
  )
}

/** The company's week and its zone. */
export const CompanyHoursForm = () => {
  const { companyId } = useMe()
  const { data: hours, error, refetch } = useGetCompanyHoursQuery(companyId)
  if (error) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  return hours ? <HoursForm hours={hours} companyId={companyId} /> : <RowSkeletons height={44} />
}
