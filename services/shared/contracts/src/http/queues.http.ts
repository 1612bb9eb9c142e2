import { businessHours, timeZoneField } from './business-hours'
import { endpoint } from './endpoint'
import { idField, idText, ignored, literals, number, object, text } from './fields'
import { queueRoutes } from './queues.routes'

const fields = {
  name: text(50).trim().min(2, literals.short).meta({ code: 'ERR_QUEUE_INVALID_NAME' }),
  color: text(9)
    .matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Invalid color')
    .meta({ code: 'ERR_QUEUE_INVALID_COLOR' }),
  greetingMessage: text(4096),
  outOfHoursMessage: text(4096),
  orderQueue: number().strict(true).integer().min(0).max(10_000).nullable(),
  schedules: businessHours(),
  /** Null: the company's. */
  timeZone: timeZoneField().nullable(),
  promptId: idField().nullable(),
  integrationId: idField().nullable(),
}

/** Without `schedules` a queue begins with the default week. */
export const queueBody = object({
  ...fields,
  name: fields.name.required(literals.required),
  color: fields.color.required(literals.required),
  greetingMessage: fields.greetingMessage.default(''),
  outOfHoursMessage: fields.outOfHoursMessage.default(''),
  orderQueue: fields.orderQueue.default(0),
  timeZone: fields.timeZone.default(null),
  promptId: fields.promptId.default(null),
  integrationId: fields.integrationId.default(null),
})

/** Absent fields stay as they are. */
export const queuePatchBody = object({
  ...fields,
  id: ignored(),
  companyId: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
})

const queueParams = object({ queueId: idText().required() })

const queueErrors = [
  'ERR_QUEUE_INVALID_NAME',
  'ERR_QUEUE_INVALID_COLOR',
  'ERR_QUEUE_NAME_ALREADY_EXISTS',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_NO_PROMPT_FOUND',
  'ERR_NO_DIALOG_FOUND',
] as const

export const listQueuesQuery = object({ companyId: text(20).optional() })

export const listQueues = endpoint(queueRoutes.listQueues, {
  access: 'user',
  query: listQueuesQuery,
  tag: 'queues',
  summary: 'All queues of the company by their order.',
})

export const getQueue = endpoint(queueRoutes.getQueue, {
  access: 'user',
  params: queueParams,
  tag: 'queues',
  summary: 'One queue.',
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const createQueue = endpoint(queueRoutes.createQueue, {
  access: 'admin',
  body: queueBody,
  tag: 'queues',
  summary: 'A new queue; name and colour are unique in the company, the plan limits their number.',
  errors: [...queueErrors, 'ERR_PLAN_LIMIT_REACHED'],
})

export const updateQueue = endpoint(queueRoutes.updateQueue, {
  access: 'admin',
  params: queueParams,
  body: queuePatchBody,
  status: 201,
  tag: 'queues',
  summary: 'Changes a queue; absent fields stay.',
  errors: [...queueErrors, 'ERR_QUEUE_NOT_FOUND'],
})

export const deleteQueue = endpoint(queueRoutes.deleteQueue, {
  access: 'admin',
  params: queueParams,
  tag: 'queues',
  summary: 'Deletes a queue with its options; its tickets stay, without a queue.',
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const uploadQueueMediaBody = object({ typeArch: ignored() })

export const uploadQueueMedia = endpoint(queueRoutes.uploadQueueMedia, {
  access: 'admin',
  rate: 'upload',
  params: queueParams,
  body: uploadQueueMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'queues',
  summary: 'The file that goes out with the greeting of the queue.',
  errors: ['ERR_QUEUE_NOT_FOUND', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE'],
})

export const deleteQueueMedia = endpoint(queueRoutes.deleteQueueMedia, {
  access: 'admin',
  params: queueParams,
  tag: 'queues',
  summary: 'Takes the file off the greeting of the queue.',
  errors: ['ERR_QUEUE_NOT_FOUND'],
})
