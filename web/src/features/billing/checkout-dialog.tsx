import type { CompanyPlanView, OffersView, PixChargeView, SubscriptionView } from '@balcao/contracts'
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
  useListOffersQuery,
  useStartCheckoutMutation,
} from '../../data/invoices.api'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useFormDialog } from '../../ui/use-form-dialog'
import {
  checkPayer,
  findOffer,
  toCheckoutBody,
  toCheckoutValues,
  toPayerValues,
  type CheckoutValues,
} from './checkout.form'
import { PayerFields, PlanCard, Review, Summary } from './checkout-steps'
import { PixStep } from './pix-step'
import { PlanOffers } from './plan-offers'
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
  /** Undefined: they could not be loaded, and the company pays for what it has. */
  offers: OffersView | undefined
  onRetry: () => void
  onCharged: (charge: PixChargeView) => void
}

const useCharged = (invoiceId: number | null, { invoice }: SubscriptionView) => {
  const { data: invoices } = useListInvoicesQuery()
  return invoices?.find(({ id }) => id === invoiceId) ?? invoice
}

/* An unknown payer is asked for first; a known one is not asked again. */
const chooseFirst = ({ payer, needsTaxId }: SubscriptionView): number =>
  Object.keys(checkPayer(toPayerValues(payer), needsTaxId, '')).length > 0 ? PAYER : PLAN

const useCheckoutForm = (props: StepsProps, [step, setStep]: [number, (step: number) => void]) => {
  const { invoiceId, subscription, offers, onCharged } = props
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const [start] = useStartCheckoutMutation()
  const check = (values: CheckoutValues) =>
    checkPayer(values, subscription.needsTaxId, common('backendErrors.ERR_TAX_ID_INVALID'))
  // What was typed stays when an event brings other data.
  const [first, setFirst] = useState(() => toCheckoutValues(subscription, offers))
  if (first.planId === 0 && offers) setFirst({ ...toCheckoutValues(subscription, offers) })
  return useFormDialog<CheckoutValues>({
    initialValues: first,
    ...(step !== PLAN && { check }),
    save: async (values) => {
      if (step !== REVIEW) return setStep(step + 1)
      onCharged(await start(toCheckoutBody(values, invoiceId)).unwrap())
      toast.success(t('checkout.done'))
      return undefined
    },
    onSaved: () => undefined,
  })
}

const Steps = (props: StepsProps) => {
  const { invoiceId, company, subscription, offers, onRetry, onClose } = props
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const [step, setStep] = useState(() => chooseFirst(subscription))
  const form = useCheckoutForm(props, [step, setStep])
  const invoice = useCharged(invoiceId, subscription)
  const offer = findOffer(offers, form.values)
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
              {step === PLAN && offers ? <PlanOffers offers={offers} /> : null}
              {step === PLAN && !offers ? <PlanCard company={company} onRetry={onRetry} /> : null}
              {step === REVIEW ? <Review /> : null}
            </div>
            <Summary
              plan={offer?.plan ?? company.plan}
              value={offer?.prices[form.values.recurrence] ?? invoice?.value ?? company.plan.value}
              difference={offer?.difference ?? 0}
              dueDate={invoice?.dueDate ?? company.dueDate}
              recurrence={form.values.recurrence}
              isOther={offer?.isPresent === false}
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

/** Payer where one is missing, plan, review, then the Pix code. */
export const CheckoutDialog = ({ invoiceId, onClose }: CheckoutDialogProps) => {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const id = useId()
  const phone = useIsPhone()
  const { companyId } = useMe()
  const company = useCompanyPlanQuery(companyId)
  const subscription = useGetSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true })
  const offers = useListOffersQuery(undefined, { refetchOnMountOrArgChange: true })
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
            <PixStep charge={charge} onRestart={() => setCharge(undefined)} />
          </DialogContent>
          <DialogActions>
            <Button color="secondary" onClick={onClose}>
              {common('actions.close')}
            </Button>
          </DialogActions>
        </>
      ) : company.data && subscription.data && !offers.isLoading ? (
        <Steps
          invoiceId={invoiceId}
          company={company.data}
          subscription={subscription.data}
          offers={offers.data}
          onRetry={() => void offers.refetch()}
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
