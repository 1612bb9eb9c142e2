import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import { MessagingServiceService, type MessagingServiceServer } from '@balcao/contracts/wire'
import { AppError, type RpcBinding } from '@balcao/kernel'
import { implementRpc, type RpcHandlers } from '@balcao/platform'

import type { AddressBookStore } from '../address-book'
import { askSession, chosenConnection } from './ask-session'
import { checkNumber, type CheckDeps } from './check-number'
import { fetchPicture, type PictureDeps } from './fetch-picture'
import { sharedFlight } from './shared-flight'

export interface LookupDeps extends CheckDeps, PictureDeps {
  addressBook: AddressBookStore
}

/* Some 2 MB on the wire, half of what gRPC carries. */
const MOST_ENTRIES = 30_000

/** @throws {AppError} ERR_VALIDATION: a call without a company sees nothing. */
function companyOf(request: { companyId: number }): CompanyId {
  if (!Number.isInteger(request.companyId) || request.companyId < 1)
    throw new AppError('ERR_VALIDATION', { detail: 'company_id is required' })
  return toCompanyId(request.companyId)
}

type PeerHandlers = Pick<RpcHandlers<MessagingServiceServer>, 'askSession' | 'nudgeProcess'>

/**
 * What other services may ask of phones. The company is the caller's word: only our own services reach this door.
 * @param peers what other processes of the gateway may ask of this one.
 */
export function messagingRpc(deps: LookupDeps, peers: PeerHandlers): RpcBinding {
  const pictureOnce = sharedFlight<string>()
  const connectionOf = (request: { companyId: number; connectionId: number }) =>
    chosenConnection(deps, companyOf(request), request.connectionId)
  return {
    name: 'desk.messaging.v1.MessagingService',
    definition: MessagingServiceService,
    implementation: implementRpc<MessagingServiceServer>({
      askSession: (request) => peers.askSession({ ...request, companyId: companyOf(request) }),
      nudgeProcess: (request) => peers.nudgeProcess(request),
      checkNumber: async (request) => {
        const check = await checkNumber(deps, await connectionOf(request), request.number)
        if (!check) throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'not connected' })
        return check
      },
      fetchPicture: async (request) => {
        const connection = await connectionOf(request)
        const key = await pictureOnce(`${connection.companyId}:${connection.id}:${request.number}`, () =>
          fetchPicture(deps, connection, request.number),
        )
        return { key }
      },
      getGroup: async (request) => {
        const connection = await connectionOf(request)
        return askSession(deps, connection, (session) => session.group(request.remoteJid))
      },
      listAddressBook: async (request) => {
        const { companyId, id } = await connectionOf(request)
        const entries = await deps.db.withTenant(companyId, (tx) =>
          deps.addressBook.list(tx, companyId, id, MOST_ENTRIES),
        )
        return { entries }
      },
    }),
  }
}
