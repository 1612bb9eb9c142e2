import {
  companyId as toCompanyId,
  connectionId as toConnectionId,
  type CompanyId,
  type ConnectionId,
} from '@balcao/contracts'
import type {
  AskSessionRequest,
  AskSessionResponse,
  NudgeProcessRequest,
  NudgeProcessResponse,
} from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { askHeldSession } from './ask-held-session'
import { findHeldSession, type RemoteDeps } from './remote-session'

export interface PeersRpcDeps extends Pick<RemoteDeps, 'supervisor'> {
  /** Sessions may be free, or have a new command. */
  nudgeSupervisor(): void
  /** The connection, if it is held here, has something to send or to receive. */
  nudgeConnection(connectionId: ConnectionId): void
  settingsChanged(companyId: CompanyId): Promise<void>
}

/** The calls of the gateway's other processes. A question is answered here or refused, never forwarded. */
export const peersRpc = (deps: PeersRpcDeps) => ({
  askSession: async ({
    companyId,
    connectionId,
    epoch,
    question,
  }: AskSessionRequest): Promise<AskSessionResponse> => {
    if (!question) throw new AppError('ERR_VALIDATION', { detail: 'question is required' })
    const held = findHeldSession(deps, {
      companyId: toCompanyId(companyId),
      connectionId: toConnectionId(connectionId),
    })
    if (held?.epoch !== epoch)
      throw new AppError('ERR_LEASE_LOST', { detail: 'the session is not held here at this epoch' })
    return { answer: await askHeldSession(held, question) }
  },

  nudgeProcess: async ({
    connectionIds,
    looks,
    settingsOf,
  }: NudgeProcessRequest): Promise<NudgeProcessResponse> => {
    if (looks) deps.nudgeSupervisor()
    for (const id of connectionIds) deps.nudgeConnection(toConnectionId(id))
    for (const id of settingsOf) await deps.settingsChanged(toCompanyId(id))
    return {}
  },
})
