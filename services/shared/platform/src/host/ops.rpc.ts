import { OpsServiceService, type OpsServiceServer } from '@balcao/contracts/wire'
import { companyId } from '@balcao/contracts'
import { AppError, type ExportPart, type RpcBinding } from '@balcao/kernel'

import type { DeadEvents } from '../events'
import { implementRpc } from '../grpc'

const MOST = 200

interface OpsDeps {
  deadEvents: DeadEvents
  companyExport: readonly ExportPart[]
}

function requirePart(parts: readonly ExportPart[], asked: string): ExportPart {
  const part = parts.find(({ name }) => name === asked)
  if (!part) throw new AppError('ERR_NOT_FOUND')
  return part
}

/** One service's dead events, and its part of a company's export, for auth's operator routes. */
export const opsRpc = ({ deadEvents, companyExport }: OpsDeps): RpcBinding => ({
  name: 'desk.ops.v1.OpsService',
  definition: OpsServiceService,
  implementation: implementRpc<OpsServiceServer>({
    listDeadEvents: async ({ size }) => {
      const { items, hasMore } = await deadEvents.list({ size: Math.min(Math.max(size, 1), MOST) })
      return { deadEvents: items.map(({ consumer, ...dead }) => ({ ...dead, group: consumer })), hasMore }
    },
    replayDeadEvent: async ({ id }) => {
      const result = await deadEvents.replay(id)
      return { handled: result.handled, error: result.handled ? '' : result.error }
    },
    dropDeadEvent: async ({ id }) => {
      await deadEvents.drop(id)
      return {}
    },
    listExportParts: async () => ({ names: companyExport.map(({ name }) => name) }),
    readExportPage: async ({ companyId: id, part, after }) =>
      requirePart(companyExport, part).read(companyId(id), after),
  }),
})
