import * as http from '@balcao/contracts'
import { connectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { createTemplate, deleteTemplate } from './change-templates'
import { editTemplate } from './edit-template'
import { toTemplateView } from './message-template'
import { listFallbacks, setFallback } from './fallbacks'
import { syncTemplates } from './sync-templates'
import { readOfferedConnection, type TemplateApiDeps } from './template-deps'

/** Message templates of connections that have them: for agents to send, for administrators to manage. */
export function messageTemplateRoutes(edge: HttpEdge, deps: TemplateApiDeps): void {
  edge.route(http.listTemplates, async ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    const templates = await deps.db.withTenant(companyId, async (tx) => {
      await readOfferedConnection(deps, tx, companyId, id)
      return deps.messageTemplates.list(tx, companyId, id)
    })
    return templates.map(toTemplateView)
  })
  edge.route(http.syncTemplates, async ({ session: { companyId }, params }) =>
    (await syncTemplates(deps, companyId, connectionId(params.whatsappId))).map(toTemplateView),
  )
  edge.route(http.createTemplate, async ({ session: { companyId }, params, body, files: [sample] }) => {
    const id = connectionId(params.whatsappId)
    return toTemplateView(await createTemplate(deps, companyId, id, { body, sample }))
  })
  edge.route(http.editTemplate, async ({ session: { companyId }, params, body, files: [sample] }) => {
    const edited = { companyId, connectionId: connectionId(params.whatsappId), id: params.templateId }
    return toTemplateView(await editTemplate(deps, edited, { body, sample }))
  })
  edge.route(http.deleteTemplate, ({ session: { companyId }, params }) =>
    deleteTemplate(deps, companyId, connectionId(params.whatsappId), params.templateId),
  )
  edge.route(http.listFallbacks, ({ session: { companyId }, params }) =>
    listFallbacks(deps, companyId, connectionId(params.whatsappId)),
  )
  edge.route(http.setFallback, ({ session: { companyId }, params: { whatsappId, text }, body }) =>
    setFallback(deps, companyId, connectionId(whatsappId), { text, template: body.template }),
  )
}
