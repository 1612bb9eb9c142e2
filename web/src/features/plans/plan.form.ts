import { defaultQuotas, type ManagedPlanView, type PlanFlag } from '@balcao/contracts'

import type { PlanForm } from '../../data/plans.api'

export const planLimits = ['users', 'connections', 'queues'] as const

/** Messages of the send API; 0 without limit. */
export const apiLimits = ['apiMessagesPerMinute', 'apiMessagesPerDay'] as const

/** Numbers are texts while they are typed. */
export type PlanValues = Record<PlanFlag, boolean> & {
  name: string
  users: string
  connections: string
  queues: string
  value: string
  apiMessagesPerMinute: string
  apiMessagesPerDay: string
  /** Typed in gigabytes. */
  mediaMegabytes: string
  offered: boolean
}

const MEGABYTES_OF_GIGABYTE = 1024

/* Four decimals tell every megabyte from the next. */
const toGigabytes = (megabytes: number): string =>
  String(Number((megabytes / MEGABYTES_OF_GIGABYTE).toFixed(4))).replace('.', ',')

export const emptyPlan: PlanValues = {
  name: '',
  users: '',
  connections: '',
  queues: '',
  value: '',
  apiMessagesPerMinute: String(defaultQuotas.apiMessagesPerMinute),
  apiMessagesPerDay: String(defaultQuotas.apiMessagesPerDay),
  mediaMegabytes: toGigabytes(defaultQuotas.mediaMegabytes),
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  offered: true,
}

export const toPlanValues = ({ id: _id, ...plan }: ManagedPlanView): PlanValues => ({
  ...plan,
  users: String(plan.users),
  connections: String(plan.connections),
  queues: String(plan.queues),
  value: plan.value.toFixed(2).replace('.', ','),
  apiMessagesPerMinute: String(plan.apiMessagesPerMinute),
  apiMessagesPerDay: String(plan.apiMessagesPerDay),
  mediaMegabytes: toGigabytes(plan.mediaMegabytes),
})

/** `1.234,56` and `1234.56` alike; NaN for what is no number. */
export const parseDecimal = (typed: string): number => {
  const text = typed.trim()
  if (text === '') return 0
  return Number(text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text)
}

const parseCount = (typed: string | number): number => Number(typed)

export const toPlanBody = (values: PlanValues): PlanForm => ({
  ...values,
  name: values.name.trim(),
  users: parseCount(values.users),
  connections: parseCount(values.connections),
  queues: parseCount(values.queues),
  value: parseDecimal(values.value),
  apiMessagesPerMinute: parseCount(values.apiMessagesPerMinute),
  apiMessagesPerDay: parseCount(values.apiMessagesPerDay),
  mediaMegabytes: Math.round(parseDecimal(values.mediaMegabytes) * MEGABYTES_OF_GIGABYTE),
})
