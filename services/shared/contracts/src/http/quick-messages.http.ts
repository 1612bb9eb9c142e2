import { endpoint } from './endpoint'
import { boolean, idText, ignored, literals, object, pageNumber, searchParam, sortText, text } from './fields'
import { quickMessageRoutes, quickMessageSorts } from './quick-messages.routes'

const fields = {
  shortcode: text(50).trim().min(1, literals.mandatory),
  /** May be empty: a file says it. */
  message: text(65_536).trim(),
  geral: boolean().strict(true),
  status: boolean().strict(true),
}

/** The file is uploaded by a call of its own. */
const read = {
  id: ignored(),
  companyId: ignored(),
  userId: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
  isMedia: ignored(),
  media: ignored(),
}

export const quickMessageBody = object({
  ...fields,
  ...read,
  shortcode: fields.shortcode.required(literals.mandatory),
  message: fields.message.default(''),
  geral: fields.geral.default(false),
  status: fields.status.default(true),
})

/** Absent fields stay as they are. */
export const quickMessagePatchBody = object({ ...fields, ...read })

const quickMessageParams = object({ quickMessageId: idText().required() })

export const listQuickMessagesQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  userId: ignored(),
  companyId: ignored(),
  sort: sortText(quickMessageSorts).optional(),
})

export const listQuickMessages = endpoint(quickMessageRoutes.listQuickMessages, {
  access: 'user',
  rate: 'search',
  query: listQuickMessagesQuery,
  tag: 'quick-messages',
  summary:
    "The caller's own and the company's quick messages by shortcode or as `sort` says, 20 a page; `searchParam` matches shortcode and text.",
})

export const listAllQuickMessagesQuery = object({ userId: ignored(), companyId: ignored() })

export const listAllQuickMessages = endpoint(quickMessageRoutes.listAllQuickMessages, {
  access: 'user',
  query: listAllQuickMessagesQuery,
  tag: 'quick-messages',
  summary: 'What the composer offers: active ones, own and company-wide, by shortcode.',
})

export const getQuickMessage = endpoint(quickMessageRoutes.getQuickMessage, {
  access: 'user',
  params: quickMessageParams,
  tag: 'quick-messages',
  summary: "One quick message, the caller's own or the company's.",
  errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
})

export const createQuickMessage = endpoint(quickMessageRoutes.createQuickMessage, {
  access: 'user',
  body: quickMessageBody,
  tag: 'quick-messages',
  summary:
    "A new quick message. Shortcodes are unique among the author's own, and among the company's (`geral`).",
  errors: ['ERR_QUICKMESSAGE_ALREADY_EXISTS'],
})

export const updateQuickMessage = endpoint(quickMessageRoutes.updateQuickMessage, {
  access: 'user',
  params: quickMessageParams,
  body: quickMessagePatchBody,
  tag: 'quick-messages',
  summary:
    "Changes a quick message; absent fields stay. The company's are changed by author, supervisors and administrators.",
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_QUICKMESSAGE_ALREADY_EXISTS'],
})

export const deleteQuickMessage = endpoint(quickMessageRoutes.deleteQuickMessage, {
  access: 'user',
  params: quickMessageParams,
  tag: 'quick-messages',
  summary: 'Deletes a quick message and its file.',
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION'],
})

export const uploadQuickMessageMediaBody = object({ typeArch: ignored() })

export const uploadQuickMessageMedia = endpoint(quickMessageRoutes.uploadQuickMessageMedia, {
  access: 'user',
  rate: 'upload',
  params: quickMessageParams,
  body: uploadQuickMessageMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'quick-messages',
  summary: 'Attaches a file, in place of the one before.',
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE'],
})

export const deleteQuickMessageMedia = endpoint(quickMessageRoutes.deleteQuickMessageMedia, {
  access: 'user',
  params: quickMessageParams,
  tag: 'quick-messages',
  summary: 'Takes the file off.',
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_NO_PERMISSION'],
})
