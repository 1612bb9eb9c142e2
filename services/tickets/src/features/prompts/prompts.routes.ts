import * as http from '@balcao/contracts'
import { promptId } from '@balcao/contracts'
import { promptView } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import {
  createPrompt,
  deletePrompt,
  listPrompts,
  readPrompt,
  updatePrompt,
  type PromptDeps,
} from './edit-prompt'
import type { Prompt } from './prompt'
import { toPromptSnapshot } from './prompt-events'

const view = (prompt: Prompt) => promptView(toPromptSnapshot(prompt))

/** Mounts `/prompt`. */
export function promptRoutes(edge: HttpEdge, deps: PromptDeps): void {
  edge.route(http.listPrompts, async ({ session, query }) => {
    const { found, count, hasMore } = await listPrompts(deps, session, query)
    return { prompts: found.map(view), count, hasMore }
  })
  edge.route(http.getPrompt, async ({ session, params }) =>
    view(await readPrompt(deps, session, promptId(params.promptId))),
  )
  edge.route(http.createPrompt, async ({ session, body }) => view(await createPrompt(deps, session, body)))
  edge.route(http.updatePrompt, async ({ session, params, body }) =>
    view(await updatePrompt(deps, session, promptId(params.promptId), body)),
  )
  edge.route(http.deletePrompt, async ({ session, params }) => {
    await deletePrompt(deps, session, promptId(params.promptId))
    return { message: 'Prompt deleted' }
  })
}
