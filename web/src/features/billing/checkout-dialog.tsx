import type { CompanyPlanView, PixChargeView, SubscriptionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { Form, FormikProvider } from 'formik'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import {
  useGetSubscriptionQuery,
  useListInvoicesQuery,
  useStartCheckoutMutation,
} from '../../data/invoices.api'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useFormDialog } from '../../ui/use-form-dialog'
import { buildPayerSchema, toCheckoutBody, toPayerValues, type PayerValues } from './checkout.form'
import { PayerFields, PlanCard, Summary } from './checkout-steps'
import { PixStep } from './pix-step'
import './billing.css'

export interface CheckoutDialogProps {
  /** null: the invoice for the present due date. */
  invoiceId: number | null
  onClose: () => void
}

const steps = ['payer', 'plan', 'review'] as const
const [PAYER, PLAN, REVIEW] = [0, 1, 2]

interface StepsProps extends CheckoutDialogProps {
  company: CompanyPlanView
  subscription: SubscriptionView
  onCharged: (charge: PixChargeView) => void
}

const useCharged = (invoiceId: number | null, { invoice }: SubscriptionView) => {
  const { data: invoices } = useListInvoicesQuery()
  return invoices?.find(({ id }) => id === invoiceId) ?? invoice
}

/* An unknown payer is asked for before anything is charged; a known one is not asked again. */
const chooseNext = (step: number, isPayerKnown: boolean): number =>
  step === PLAN && !isPayerKnown ? PAYER : REVIEW

const Steps = ({ invoiceId, company, subscription, onCharged, onClose }: StepsProps) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const [step, setStep] = useState(PLAN)
  const [start] = useStartCheckoutMutation()
  const invoice = useCharged(invoiceId, subscription)
  const payerSchema = buildPayerSchema(subscription.needsTaxId, common('backendErrors.ERR_TAX_ID_INVALID'))
  const form = useFormDialog<PayerValues>({
    initialValues: toPayerValues(subscription.payer),
    ...(step !== PLAN && { schema: payerSchema }),
    save: async (values) => {
      if (step !== REVIEW) return setStep(chooseNext(step, payerSchema.isValidSync(values)))
      onCharged(await start(toCheckoutBody(values, invoiceId)).unwrap())
      toast.success(t('checkout.done'))
      return undefined
    },
    onSaved: () => undefined,
  })
  const back = () => (step === PLAN ? setStep(PAYER) : step === REVIEW ? setStep(PLAN) : onClose())
  return (
    <FormikProvider value={form}>
      <Form noValidate style={{ display: 'contents' }}>
        <DialogContent className="checkout">
          <Stepper activeStep={step} alternativeLabel>
            {steps.map((name) => (
              <Step key={name}>
                <StepLabel>{t(`checkout.steps.${name}`)}</StepLabel>
              </Step>
            ))}
          </Stepper>
          <div className="checkout__columns">
            <div>
              {step === PAYER ? <PayerFields needsTaxId={subscription.needsTaxId} /> : null}
              {step === PLAN ? <PlanCard company={company} onSelect={() => void form.submitForm()} /> : null}
              {step === REVIEW ? (
                <dl className="checkout__lines">
                  <dt>{t('checkout.fields.firstName')}</dt>
                  <dd>{form.values.firstName}</dd>
                  {form.values.taxId === '' ? null : (
                    <>
                      <dt>{t('checkout.fields.taxId')}</dt>
                      <dd>{form.values.taxId}</dd>
                    </>
                  )}
                  <dt>{t('checkout.fields.address2')}</dt>
                  <dd>{form.values.address2}</dd>
                  <dt>{t('checkout.fields.city')}</dt>
                  <dd>{form.values.city}</dd>
                  <dt>{t('checkout.fields.zipcode')}</dt>
                  <dd>{form.values.zipcode}</dd>
                </dl>
              ) : null}
            </div>
            <Summary
              company={company}
              value={invoice?.value ?? company.plan.value}
              dueDate={invoice?.dueDate ?? company.dueDate}
              recurrence={subscription.recurrence}
            />
          </div>
        </DialogContent>
        <DialogActions>
          <Button color="secondary" disabled={form.isSubmitting} onClick={back}>
            {step === PAYER ? common('actions.cancel') : t('checkout.back')}
          </Button>
          <Button type="submit" variant="contained" loading={form.isSubmitting}>
            {t(step === REVIEW ? 'checkout.pay' : 'checkout.next')}
          </Button>
        </DialogActions>
      </Form>
    </FormikProvider>
  )
}

/** Plan, payer, review, then the Pix code. */
export const CheckoutDialog = ({ invoiceId, onClose }: CheckoutDialogProps) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const id = useId()
  const phone = useIsPhone()
  const { companyId } = useMe()
  const company = useCompanyPlanQuery(companyId)
  const subscription = useGetSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true })
  const [charge, setCharge] = useState<PixChargeView>()
  const error = company.error ?? subscription.error
  const retry = () => {
    void company.refetch()
    void subscription.refetch()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>{t('checkout.title')}</DialogTitle>
      {charge ? (
        <>
          <DialogContent>
            <PixStep charge={charge} />
          </DialogContent>
          <DialogActions>
            <Button color="secondary" onClick={onClose}>
              {common('actions.close')}
            </Button>
          </DialogActions>
        </>
      ) : company.data && subscription.data ? (
        <Steps
          invoiceId={invoiceId}
          company={company.data}
          subscription={subscription.data}
          onCharged={setCharge}
          onClose={onClose}
        />
      ) : (
        <DialogContent>
          {error ? <ErrorState text={translateError(error)} onRetry={retry} /> : <RowSkeletons count={4} />}
        </DialogContent>
      )}
    </Dialog>
  )
}
