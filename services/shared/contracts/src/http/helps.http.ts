import { parseVideoCode } from '../rules/video-code'
import { endpoint } from './endpoint'
import { idText, ignored, literals, object, pageNumber, text } from './fields'
import { helpRoutes } from './helps.routes'

const fields = {
  title: text(120).trim().min(3, literals.short).meta({ code: 'ERR_HELP_INVALID_NAME' }),
  description: text(1_000).trim(),
  /** YouTube's code, or an address of the video. */
  video: text(200).test(
    'video',
    'Invalid video',
    (value) => value === undefined || parseVideoCode(value) !== undefined,
  ),
  link: ignored(),
}

export const helpBody = object({
  ...fields,
  title: fields.title.required(literals.required),
  description: fields.description.default(''),
  video: fields.video.required(literals.required),
})

/** Absent fields stay as they are. */
export const helpPatchBody = object({ ...fields, id: ignored() })

const helpParams = object({ helpId: idText().required() })

export const listHelpsQuery = object({ pageNumber: pageNumber() })

export const listHelps = endpoint(helpRoutes.listHelps, {
  access: 'user',
  query: listHelpsQuery,
  tag: 'helps',
  summary: 'The platform’s help videos by title, 20 a page.',
})

export const listAllHelps = endpoint(helpRoutes.listAllHelps, {
  access: 'user',
  tag: 'helps',
  summary: 'All help videos of the platform by title.',
})

export const getHelp = endpoint(helpRoutes.getHelp, {
  access: 'super',
  params: helpParams,
  tag: 'helps',
  summary: 'One help video.',
  errors: ['ERR_NO_HELP_FOUND'],
})

export const createHelp = endpoint(helpRoutes.createHelp, {
  access: 'super',
  body: helpBody,
  tag: 'helps',
  summary: 'A new help video for every company; `video` is YouTube’s code or an address of the video.',
  errors: ['ERR_HELP_INVALID_NAME'],
})

export const updateHelp = endpoint(helpRoutes.updateHelp, {
  access: 'super',
  params: helpParams,
  body: helpPatchBody,
  tag: 'helps',
  summary: 'Changes a help video; absent fields stay.',
  errors: ['ERR_HELP_INVALID_NAME', 'ERR_NO_HELP_FOUND'],
})

export const deleteHelp = endpoint(helpRoutes.deleteHelp, {
  access: 'super',
  params: helpParams,
  tag: 'helps',
  summary: 'Deletes a help video.',
  errors: ['ERR_NO_HELP_FOUND'],
})
