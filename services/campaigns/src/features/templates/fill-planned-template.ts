import { isDeepStrictEqual } from 'node:util'

import { toTemplateValues, type ConnectionId, type TemplateValuesBody } from '@balcao/contracts'
import { SECOND, type RpcClients, type Session } from '@balcao/kernel'

import type { PlannedTemplate } from './planned-template'

/* Asked for with a connection that reads it from Meta, perhaps for the first time. */
const DEADLINE_MS = 5 * SECOND

export interface PlannedBy {
  connectionId: ConnectionId | null
  template: PlannedTemplate | null
}

interface WantedTemplate {
  connectionId: ConnectionId
  wanted: TemplateValuesBody
  before?: PlannedBy | undefined
}

/**
 * The connection's template with these values; the one before while values and connection are the same. Asked of the gateway,
 * outside of any transaction.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_NO_TEMPLATE_FOUND, ERR_WAPP_TEMPLATE_UNUSABLE, ERR_TEMPLATE_VALUES
 */
export async function fillPlannedTemplate(
  rpc: Pick<RpcClients, 'messaging'>,
  session: Session,
  { connectionId, wanted, before }: WantedTemplate,
): Promise<PlannedTemplate> {
  const own = before?.connectionId === connectionId ? before.template : null
  if (own && isDeepStrictEqual(toTemplateValues(own), wanted)) return own
  const { template, text, file } = await rpc.messaging.fillTemplate(
    { companyId: session.companyId, connectionId, ...wanted, fileLater: true },
    { session, deadlineMs: DEADLINE_MS },
  )
  if (!template) throw new Error('the gateway filled no template')
  return { ...template, text, ...(file && { file }) }
}

/* An answer of the desk is a body, too. */
export const omitText = ({
  name,
  language,
  header,
  body,
  buttons,
}: TemplateValuesBody): TemplateValuesBody => ({
  name,
  language,
  header,
  body,
  buttons,
})
