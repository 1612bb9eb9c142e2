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

import { putQuestion } from './put-question'
import { heldHere, type RemoteDeps } from './remote-session'

export interface PeerDeps extends Pick<RemoteDeps, 'supervisor'> {
  /** Sessions may be free, or commanded. */
  look(): void
  /** The connection, if it is held here, has something to send or to take. */
  wake(connectionId: ConnectionId): void
  settingsChanged(companyId: CompanyId): Promise<void>
}

/** What the other processes of the gateway ask of this one. It never passes a question on. */
export const answerPeer = (deps: PeerDeps) => ({
  askSession: async ({
    companyId,
    connectionId,
    epoch,
    question,
  }: AskSessionRequest): Promise<AskSessionResponse> => {
    if (!question) throw new AppError('ERR_VALIDATION', { detail: 'question is required' })
    const held = heldHere(deps, {
      companyId: toCompanyId(companyId),
      connectionId: toConnectionId(connectionId),
    })
    if (held?.epoch !== epoch)
      throw new AppError('ERR_LEASE_LOST', { detail: 'the session is not held here at this epoch' })
    return { answer: await putQuestion(held, question) }
  },

  nudgeProcess: async ({
    connectionIds,
    looks,
    settingsOf,
  }: NudgeProcessRequest): Promise<NudgeProcessResponse> => {
    if (looks) deps.look()
    for (const id of connectionIds) deps.wake(toConnectionId(id))
    for (const id of settingsOf) await deps.settingsChanged(toCompanyId(id))
    return {}
  },
})
