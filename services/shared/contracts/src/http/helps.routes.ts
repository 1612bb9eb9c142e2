import type { helpBody, helpPatchBody, listHelpsQuery } from './helps.http'
import { type Sent, route } from './route'

export interface HelpView {
  id: number
  title: string
  description: string
  /** YouTube's code of the video. */
  video: string
}

export const helpRoutes = {
  listHelps: route('get', '/helps').with<{
    query: Sent<typeof listHelpsQuery>
    answer: { records: HelpView[]; count: number; hasMore: boolean }
  }>(),
  listAllHelps: route('get', '/helps/list').with<{ answer: HelpView[] }>(),
  getHelp: route('get', '/helps/:helpId').with<{ answer: HelpView }>(),
  createHelp: route('post', '/helps').with<{ body: Sent<typeof helpBody>; answer: HelpView }>(),
  updateHelp: route('put', '/helps/:helpId').with<{ body: Sent<typeof helpPatchBody>; answer: HelpView }>(),
  deleteHelp: route('delete', '/helps/:helpId').with<{ answer: { message: string } }>(),
}
