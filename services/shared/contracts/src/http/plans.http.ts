import { endpoint } from './endpoint'
import { boolean, idText, ignored, literals, number, object, pageNumber, searchParam, text } from './fields'
import { defaultQuotas, planRoutes } from './plans.routes'

/* Above any desk, and below what multiplies to more cents than an int4. */
const MOST = 100_000
const MOST_API_MESSAGES = 10_000_000
/* 1,000 TB. */
const MOST_MEDIA_MEGABYTES = 1_000_000_000
const MOST_REAIS = 1_000_000

const figure = () => number().strict(true).typeError('Invalid number')

const count = () => figure().integer('Invalid number').min(0).max(MOST)

const apiMessages = () => figure().integer('Invalid number').min(0).max(MOST_API_MESSAGES)

const isWholeCents = (value: number | undefined) =>
  value === undefined || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const fields = {
  name: text(50).trim().min(2, literals.short).meta({ code: 'ERR_PLAN_INVALID_NAME' }),
  users: count(),
  connections: count(),
  queues: count(),
  value: figure().min(0).max(MOST_REAIS).test('cents', 'At most two decimals', isWholeCents),
  apiMessagesPerMinute: apiMessages(),
  apiMessagesPerDay: apiMessages(),
  mediaMegabytes: figure().integer('Invalid number').min(0).max(MOST_MEDIA_MEGABYTES),
  useCampaigns: boolean().strict(true),
  useSchedules: boolean().strict(true),
  useInternalChat: boolean().strict(true),
  useExternalApi: boolean().strict(true),
  useKanban: boolean().strict(true),
  useOpenAi: boolean().strict(true),
  useIntegrations: boolean().strict(true),
  offered: boolean().strict(true),
}

/** Without flags: every feature is on, the send API and media have the usual quotas, and the plan can be chosen at sign-up. */
export const planBody = object({
  name: fields.name.required(literals.required),
  users: fields.users.default(0),
  connections: fields.connections.default(0),
  queues: fields.queues.default(0),
  value: fields.value.default(0),
  apiMessagesPerMinute: fields.apiMessagesPerMinute.default(defaultQuotas.apiMessagesPerMinute),
  apiMessagesPerDay: fields.apiMessagesPerDay.default(defaultQuotas.apiMessagesPerDay),
  mediaMegabytes: fields.mediaMegabytes.default(defaultQuotas.mediaMegabytes),
  useCampaigns: fields.useCampaigns.default(true),
  useSchedules: fields.useSchedules.default(true),
  useInternalChat: fields.useInternalChat.default(true),
  useExternalApi: fields.useExternalApi.default(true),
  useKanban: fields.useKanban.default(true),
  useOpenAi: fields.useOpenAi.default(true),
  useIntegrations: fields.useIntegrations.default(true),
  offered: fields.offered.default(true),
})

/** Absent fields stay as they are. */
export const planPatchBody = object({ ...fields, id: ignored() })

const planParams = object({ planId: idText().required() })

export const listPlans = endpoint(planRoutes.listPlans, {
  access: 'public',
  pastDue: true,
  tag: 'plans',
  summary: 'Plans that can be chosen at sign-up, by name.',
})

export const companyPlan = endpoint(planRoutes.companyPlan, {
  access: 'user',
  pastDue: true,
  params: object({ companyId: idText().required() }),
  tag: 'plans',
  summary: 'The plan of the own company; of any company for super users.',
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const searchPlansQuery = object({ searchParam: searchParam(), pageNumber: pageNumber() })

export const searchPlans = endpoint(planRoutes.searchPlans, {
  access: 'super',
  rate: 'search',
  query: searchPlansQuery,
  tag: 'plans',
  summary: 'All plans, 20 a page, by name; `searchParam` matches the name.',
})

export const listAllPlans = endpoint(planRoutes.listAllPlans, {
  access: 'public',
  pastDue: true,
  tag: 'plans',
  summary:
    'All plans by name for super users, also those that are not offered; for others the same as /plans/list.',
  errors: ['ERR_UNAUTHORIZED', 'ERR_SESSION_EXPIRED', 'ERR_SESSION_OVER'],
})

export const getPlan = endpoint(planRoutes.getPlan, {
  access: 'user',
  pastDue: true,
  params: planParams,
  tag: 'plans',
  summary: 'One plan: the own one or one that is offered, any for super users.',
  errors: ['ERR_NO_PLAN_FOUND'],
})

export const createPlan = endpoint(planRoutes.createPlan, {
  access: 'super',
  body: planBody,
  tag: 'plans',
  summary:
    'A new plan; `value` is in reais. `apiMessagesPerMinute` and `apiMessagesPerDay` limit the send API of each of its companies, `mediaMegabytes` (1024 × 1024 bytes) the files that each may keep; 0 is no limit, absent ones become 120, 20,000 and 51,200.',
  errors: ['ERR_PLAN_INVALID_NAME', 'ERR_PLAN_NAME_ALREADY_EXISTS'],
})

export const updatePlan = endpoint(planRoutes.updatePlan, {
  access: 'super',
  params: planParams,
  body: planPatchBody,
  tag: 'plans',
  summary: 'Changes a plan; absent fields stay. Limits and features apply to its companies at once.',
  errors: ['ERR_PLAN_INVALID_NAME', 'ERR_NO_PLAN_FOUND', 'ERR_PLAN_NAME_ALREADY_EXISTS'],
})

export const deletePlan = endpoint(planRoutes.deletePlan, {
  access: 'super',
  params: planParams,
  tag: 'plans',
  summary: 'Deletes a plan that no company has.',
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
})
