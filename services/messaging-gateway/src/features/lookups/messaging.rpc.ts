import { connectionId } from '@balcao/contracts'
import { MessagingServiceService, type MessagingServiceServer } from '@balcao/contracts/wire'
import { AppError, type RpcBinding } from '@balcao/kernel'
import { implementRpc, requireCompanyId, type RpcHandlers } from '@balcao/platform'

import type { AddressBookStore } from '../address-book'
import { fillStoredTemplate, type TemplateDeps } from '../message-templates'
import { parseAddress } from '../whatsapp-driver'
import { askSession, readChosenConnection } from './ask-session'
import { checkNumber, type CheckDeps } from './check-number'
import { fetchPicture, type PictureDeps } from './fetch-picture'
import { singleFlight } from './single-flight'

export interface LookupDeps extends CheckDeps, PictureDeps, TemplateDeps {
  addressBook: AddressBookStore
}

/* About 2 MB on the wire, half of gRPC's limit. */
const MAX_ENTRIES = 30_000

type PeerHandlers = Pick<RpcHandlers<MessagingServiceServer>, 'askSession' | 'nudgeProcess'>

/**
 * The gateway's gRPC service. The company is taken from the request: callers are our own services, by their certificates.
 * @param peers calls of the gateway's other processes.
 */
export function messagingRpc(deps: LookupDeps, peers: PeerHandlers): RpcBinding {
  const fetchOnce = singleFlight<string>()
  const connectionFor = (request: { companyId: number; connectionId: number }) =>
    readChosenConnection(deps, requireCompanyId(request), request.connectionId)
  return {
    name: 'desk.messaging.v1.MessagingService',
    definition: MessagingServiceService,
    implementation: implementRpc<MessagingServiceServer>({
      askSession: (request) => peers.askSession({ ...request, companyId: requireCompanyId(request) }),
      nudgeProcess: (request) => peers.nudgeProcess(request),
      checkNumber: async (request) => {
        const check = await checkNumber(deps, await connectionFor(request), request.number)
        if (check === 'held') throw new AppError('ERR_WAPP_CHECK_HELD')
        if (check === 'not-connected')
          throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'not connected' })
        return check
      },
      fetchPicture: async (request) => {
        const connection = await connectionFor(request)
        const key = await fetchOnce(`${connection.companyId}:${connection.id}:${request.number}`, () =>
          fetchPicture(deps, connection, request.number),
        )
        return { key }
      },
      getConnections: async (request) => {
        const companyId = requireCompanyId(request)
        const all = await deps.db.withTenant(companyId, (tx) => deps.connections.list(tx, companyId))
        const isAsked = (id: number) => request.ids.length === 0 || request.ids.includes(id)
        const connections = all.filter(({ id }) => isAsked(id))
        return { connections: connections.map(({ id, name }) => ({ id, name })) }
      },
      fillTemplate: (request) =>
        fillStoredTemplate(deps, requireCompanyId(request), connectionId(request.connectionId), request),
      getGroup: async (request) => {
        const connection = await connectionFor(request)
        if (!deps.capabilities(connection.provider).hasGroups) throw new AppError('ERR_NO_CONTACT_FOUND')
        return askSession(deps, connection, (session) => session.group(parseAddress(request.remoteJid)))
      },
      listAddressBook: async (request) => {
        const { companyId, id } = await connectionFor(request)
        const entries = await deps.db.withTenant(companyId, (tx) =>
          deps.addressBook.list(tx, companyId, id, MAX_ENTRIES),
        )
        return { entries }
      },
    }),
  }
}
