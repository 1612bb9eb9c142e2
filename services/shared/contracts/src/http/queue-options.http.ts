import { endpoint } from './endpoint'
import { idField, idText, ignored, literals, MAX_INT4, number, object, text } from './fields'
import { queueOptionRoutes, ROOT_PARENT_ID } from './queue-options.routes'

const isParentId = (value: number | null | undefined) =>
  value == null || value === ROOT_PARENT_ID || value >= 1

/** An id; null or -1 for the first level. */
const parentIdField = () =>
  number().strict(true).integer().max(MAX_INT4).nullable().test('parent', 'Invalid parent', isParentId)

/** In a query: an id, or -1 for the first level. */
const parentIdText = () =>
  number()
    .transform((_value, original) => (/^(-1|[1-9]\d{0,9})$/.test(String(original)) ? Number(original) : NaN))
    .integer()
    .max(MAX_INT4)
    .test('parent', 'Invalid parent', isParentId)

const fields = {
  title: text(100).trim().min(1, literals.required),
  message: text(4096),
  /** The number wanted among the siblings; a larger one means the last. */
  option: text(4)
    .meta({ kind: 'digits' })
    .matches(/^[1-9]\d{0,3}$/, 'Invalid option'),
  parentId: parentIdField(),
}

export const queueOptionBody = object({
  ...fields,
  title: fields.title.required(literals.required),
  message: fields.message.default(''),
  option: fields.option.optional(),
  parentId: fields.parentId.default(null),
  queueId: idField().required(literals.required),
})

/** Absent fields stay as they are. An option stays in its queue. */
export const queueOptionPatchBody = object({
  ...fields,
  id: ignored(),
  queueId: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
})

const optionParams = object({ queueOptionId: idText().required() })

export const listQueueOptionsQuery = object({
  queueId: idText().required(literals.required),
  parentId: parentIdText().optional(),
  queueOptionId: idText().optional(),
})

const treeErrors = [
  'ERR_NO_QUEUE_OPTION_FOUND',
  'ERR_QUEUE_OPTION_TOO_DEEP',
  'ERR_QUEUE_OPTION_IN_ITSELF',
] as const

export const listQueueOptions = endpoint(queueOptionRoutes.listQueueOptions, {
  access: 'admin',
  query: listQueueOptionsQuery,
  tag: 'queues',
  summary:
    'Options of a queue, parents before their children, siblings by their number. `parentId` narrows to the children of one option (-1: the first level), `queueOptionId` to one option.',
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const createQueueOption = endpoint(queueOptionRoutes.createQueueOption, {
  access: 'admin',
  body: queueOptionBody,
  tag: 'queues',
  summary: 'A new option at its number among its siblings, or the last; the ones behind it are renumbered.',
  errors: [
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_QUEUE_OPTION_FOUND',
    'ERR_QUEUE_OPTION_TOO_DEEP',
    'ERR_TOO_MANY_QUEUE_OPTIONS',
  ],
})

export const updateQueueOption = endpoint(queueOptionRoutes.updateQueueOption, {
  access: 'admin',
  params: optionParams,
  body: queueOptionPatchBody,
  tag: 'queues',
  summary:
    'Changes or moves an option with all below it; absent fields stay. Siblings it leaves and joins are renumbered.',
  errors: treeErrors,
})

export const deleteQueueOption = endpoint(queueOptionRoutes.deleteQueueOption, {
  access: 'admin',
  params: optionParams,
  tag: 'queues',
  summary: 'Deletes an option with all below it; the remaining siblings are renumbered.',
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
})

export const uploadQueueOptionMediaBody = object({ typeArch: ignored() })

export const uploadQueueOptionMedia = endpoint(queueOptionRoutes.uploadQueueOptionMedia, {
  access: 'admin',
  rate: 'upload',
  params: optionParams,
  body: uploadQueueOptionMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'queues',
  summary: 'The file that goes out with the message of the option.',
  errors: ['ERR_NO_QUEUE_OPTION_FOUND', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE'],
})

export const deleteQueueOptionMedia = endpoint(queueOptionRoutes.deleteQueueOptionMedia, {
  access: 'admin',
  params: optionParams,
  tag: 'queues',
  summary: 'Takes the file off an option.',
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
})
