import { planBody, planFlags, type ManagedPlanView } from '@balcao/contracts'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreatePlanMutation,
  useDeletePlanMutation,
  useListAllPlansQuery,
  useUpdatePlanMutation,
} from '../../data/plans.api'
import { readApiError } from '../../lib/api-error'
import { leave } from '../../lib/leaving'
import { toast } from '../../lib/toast'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { RecordForm } from '../../ui/record-form'
import { RowSkeletons } from '../../ui/row-skeletons'
import { useFormDialog } from '../../ui/use-form-dialog'
import { UnsettledPayments } from '../billing'
import { PlanTable } from './plan-table'
import { apiLimits, emptyPlan, planLimits, toPlanBody, toPlanValues, type PlanValues } from './plan.form'

interface PlanFormProps {
  /** null: a new one. */
  plan: ManagedPlanView | null
  onDone: () => void
}

const usePlanForm = ({ plan, onDone }: PlanFormProps) => {
  const { t } = useTranslation('billing')
  const [create] = useCreatePlanMutation()
  const [update] = useUpdatePlanMutation()
  return useFormDialog<PlanValues>({
    initialValues: plan ? toPlanValues(plan) : emptyPlan,
    schema: planBody,
    toBody: toPlanBody,
    save: (values) => {
      const body = toPlanBody(values)
      return plan ? update({ id: plan.id, body }).unwrap() : create(body).unwrap()
    },
    onSaved: () => {
      toast.success(t('saved'))
      onDone()
    },
    onError: (error) => {
      if (readApiError(error).kind === 'network') return false
      toast.error(t('plans.refused'))
      return true
    },
  })
}

const DeletePlan = ({
  plan,
  onClose,
  onDeleted,
}: {
  plan: ManagedPlanView
  onClose: () => void
  onDeleted: () => void
}) => {
  const { t } = useTranslation('billing')
  const [remove] = useDeletePlanMutation()
  return (
    <DeleteDialog
      title={t('confirm.title')}
      text={t('confirm.text')}
      doneText={t('saved')}
      remove={() => remove(plan.id)}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

const PlanRecord = ({ plan, onDone }: PlanFormProps) => {
  const { t } = useTranslation('billing')
  const form = usePlanForm({ plan, onDone })
  const [isDeleting, setDeleting] = useState(false)
  const clear = () => {
    form.resetForm()
    onDone()
  }
  return (
    <RecordForm
      title={plan ? t('plans.edit', { name: plan.name }) : t('plans.new')}
      form={form}
      onClear={clear}
      {...(plan && { onDelete: () => setDeleting(true) })}
    >
      <div className="record-form__fields">
        <FormText name="name" label={t('plans.fields.name')} required autoComplete="off" />
        {planLimits.map((limit) => (
          <FormText
            key={limit}
            name={limit}
            label={t(`plans.fields.${limit}`)}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        ))}
        <FormText
          name="value"
          label={t('plans.fields.value')}
          slotProps={{
            htmlInput: { inputMode: 'decimal' },
            input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> },
          }}
        />
        {apiLimits.map((limit) => (
          <FormText
            key={limit}
            name={limit}
            label={t(`plans.fields.${limit}`)}
            hint={t('plans.hints.apiMessages')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        ))}
        <FormText
          name="mediaMegabytes"
          label={t('plans.fields.mediaMegabytes')}
          hint={t('plans.hints.mediaMegabytes')}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      </div>
      <div className="record-form__switches">
        {planFlags.map((flag) => (
          <FormSwitch key={flag} name={flag} label={t(`plans.flags.${flag}`)} />
        ))}
        <FormSwitch name="offered" label={t('plans.fields.offered')} />
      </div>
      {plan && isDeleting ? (
        <DeletePlan plan={plan} onClose={() => setDeleting(false)} onDeleted={onDone} />
      ) : null}
    </RecordForm>
  )
}

const Plans = ({ onChoose }: { onChoose: (plan: ManagedPlanView) => void }) => {
  const { t } = useTranslation('billing')
  const { data: plans, error, refetch } = useListAllPlansQuery(undefined, { refetchOnMountOrArgChange: true })
  if (plans)
    return plans.length > 0 ? (
      <PlanTable plans={plans} onChoose={onChoose} />
    ) : (
      <EmptyState title={t('plans.empty')} text={t('plans.emptyText')} />
    )
  return error ? (
    <ErrorState text={t('listFailed')} onRetry={() => void refetch()} />
  ) : (
    <RowSkeletons height={44} />
  )
}

/** The plans that companies can have, for super users. */
export const PlansTab = () => {
  const [chosen, setChosen] = useState<ManagedPlanView | null>(null)
  // Another key empties the form.
  const [round, setRound] = useState(0)
  const startOver = () => {
    setChosen(null)
    setRound((known) => known + 1)
  }
  return (
    <div className="record-tab">
      <UnsettledPayments />
      <PlanRecord key={`${chosen?.id ?? 'new'} ${round}`} plan={chosen} onDone={startOver} />
      <Plans onChoose={(one) => leave(() => setChosen(one))} />
    </div>
  )
}
