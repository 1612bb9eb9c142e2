import * as http from '@balcao/contracts'
import { helpId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import {
  createHelp,
  deleteHelp,
  listAllHelps,
  listHelps,
  readHelp,
  updateHelp,
  type HelpDeps,
} from './edit-helps'
import { toHelpView } from './help'

/** Mounts `/helps`. */
export function helpsRoutes(edge: HttpEdge, deps: HelpDeps): void {
  edge.route(http.listHelps, async ({ query }) => {
    const { items, ...page } = await listHelps(deps, query.pageNumber)
    return { records: items.map(toHelpView), ...page }
  })
  // Before /helps/:helpId, which would match `list` as an id.
  edge.route(http.listAllHelps, async () => (await listAllHelps(deps)).map(toHelpView))
  edge.route(http.getHelp, async ({ params }) => toHelpView(await readHelp(deps, helpId(params.helpId))))
  edge.route(http.createHelp, async ({ session, body }) => toHelpView(await createHelp(deps, session, body)))
  edge.route(http.updateHelp, async ({ session, params, body }) =>
    toHelpView(await updateHelp(deps, session, helpId(params.helpId), body)),
  )
  edge.route(http.deleteHelp, async ({ session, params }) => {
    await deleteHelp(deps, session, helpId(params.helpId))
    return { message: 'Help deleted' }
  })
}
