import * as http from '@balcao/contracts'
import { promptId } from '@balcao/contracts'
import { promptView } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import {
  createPrompt,
  deletePrompt,
  listPrompts,
  readPrompt,
  readQueueNames,
  updatePrompt,
  type PromptDeps,
} from './edit-prompt'
import type { Prompt } from './prompt'
import { toPromptSnapshot } from './prompt-events'

/* Read for the answer: a renamed queue does not change its prompts. */
async function readView(
  deps: PromptDeps,
  session: Session,
): Promise<(prompt: Prompt) => http.NamedPromptView> {
  const names = await readQueueNames(deps, session)
  return (prompt) => {
    const { queueId } = prompt
    const name = queueId === null ? undefined : names.get(queueId)
    const queue = queueId === null || name === undefined ? undefined : { id: queueId, name, color: '' }
    return promptView({ ...toPromptSnapshot(prompt), queue })
  }
}

/** Mounts `/prompt`. */
export function promptRoutes(edge: HttpEdge, deps: PromptDeps): void {
  const show = async (session: Session, prompt: Prompt) => (await readView(deps, session))(prompt)
  edge.route(http.listPrompts, async ({ session, query }) => {
    const { items, ...page } = await listPrompts(deps, session, query)
    return { prompts: items.map(await readView(deps, session)), ...page }
  })
  edge.route(http.getPrompt, async ({ session, params }) =>
    show(session, await readPrompt(deps, session, promptId(params.promptId))),
  )
  edge.route(http.createPrompt, async ({ session, body }) =>
    show(session, await createPrompt(deps, session, body)),
  )
  edge.route(http.updatePrompt, async ({ session, params, body }) =>
    show(session, await updatePrompt(deps, session, promptId(params.promptId), body)),
  )
  edge.route(http.deletePrompt, async ({ session, params }) => {
    await deletePrompt(deps, session, promptId(params.promptId))
    return { message: 'Prompt deleted' }
  })
}
