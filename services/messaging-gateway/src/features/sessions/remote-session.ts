import { Readable } from 'node:stream'

import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

import type { ProcessStore, SessionLocation } from '../sharding'
import { formatAddress, type Address, type PasskeyAnswer } from '../whatsapp-driver'
import { askHeldSession, type Answer, type Question } from './ask-held-session'
import type { AskableSession, PairableSession } from './session-directory.port'
import type { SessionSupervisor } from './session-supervisor'

export interface RemoteDeps extends Pick<ServicePorts, 'db' | 'peers' | 'self'> {
  processes: ProcessStore
  /** Undefined in a process that holds no sessions. */
  supervisor(): Pick<SessionSupervisor, 'findHeld' | 'shards'> | undefined
}

export interface SessionRef {
  companyId: CompanyId
  connectionId: ConnectionId
}

/* The holder asks WhatsApp, which may take seconds. */
const DEADLINE_MS = 10 * SECOND

/** The process that holds the session, by the database; undefined when none does. */
export const findSessionLocation = (
  { db, processes }: Pick<RemoteDeps, 'db' | 'processes'>,
  { companyId, connectionId }: SessionRef,
): Promise<SessionLocation | undefined> =>
  // A process belongs to no company; the store looks for the company's connection only.
  db.asPlatform((tx) => processes.find(tx, companyId, connectionId), companyId)

/** The session, if this process holds it and it belongs to the company. */
export function findHeldSession(
  deps: Pick<RemoteDeps, 'supervisor'>,
  { companyId, connectionId }: SessionRef,
) {
  const held = deps.supervisor()?.findHeld(connectionId)
  return held?.companyId === companyId ? held : undefined
}

const hasMoved = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ERR_LEASE_LOST' || error.code === 'ERR_UNAVAILABLE')

const sessionMovingError = (cause: unknown) =>
  new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session is moving', cause })

async function forward(
  deps: RemoteDeps,
  { companyId, connectionId }: SessionRef,
  { rpcAddress, epoch }: SessionLocation,
  question: Question,
): Promise<Answer | undefined> {
  const request = { companyId, connectionId, epoch, question }
  const { answer } = await deps.peers.messaging(rpcAddress).askSession(request, { deadlineMs: DEADLINE_MS })
  return answer
}

/* The session moved while it was asked: it is located once more, and a second move is an error. */
async function askAgain(
  deps: RemoteDeps,
  ref: SessionRef,
  before: SessionLocation,
  question: Question,
): Promise<Answer | undefined> {
  const held = findHeldSession(deps, ref)
  if (held) return askHeldSession(held, question)
  const next = await findSessionLocation(deps, ref)
  if (!next || next.epoch === before.epoch || next.owner === deps.self.owner)
    throw sessionMovingError(undefined)
  return forward(deps, ref, next, question).catch((error: unknown) => {
    throw hasMoved(error) ? sessionMovingError(error) : error
  })
}

/** A session that another process holds; every question is an RPC to that process. */
export class RemoteSession implements AskableSession, PairableSession {
  constructor(
    private readonly deps: RemoteDeps,
    private readonly ref: SessionRef,
    private readonly location: SessionLocation,
  ) {}

  async checkNumber(number: string) {
    return (await this.ask({ $case: 'checkNumber', value: { number } }, 'checkNumber')).value
  }

  async picture(of: Address) {
    const remoteJid = formatAddress(of)
    const { content } = (await this.ask({ $case: 'picture', value: { remoteJid } }, 'picture')).value
    return content.length > 0 ? Readable.from([Buffer.from(content)]) : undefined
  }

  async group(group: Address) {
    const remoteJid = formatAddress(group)
    return (await this.ask({ $case: 'group', value: { remoteJid } }, 'group')).value
  }

  async pairingCode(number: string) {
    return (await this.ask({ $case: 'pairingCode', value: { number } }, 'pairingCode')).value
  }

  async answerPasskey(answer: PasskeyAnswer) {
    await this.send({ $case: 'passkeyAnswer', value: { assertion: JSON.stringify(answer) } })
  }

  async confirmPasskey() {
    await this.send({ $case: 'passkeyConfirmation', value: {} })
  }

  async typing({ chat, isTyping }: { chat: Address; isTyping: boolean }) {
    await this.send({ $case: 'typing', value: { remoteJid: formatAddress(chat), isTyping } })
  }

  private async ask<C extends Answer['$case']>(
    question: Question,
    kind: C,
  ): Promise<Extract<Answer, { $case: C }>> {
    const answer = await this.send(question)
    if (!isAnswer(answer, kind)) throw new AppError('ERR_INTERNAL', { detail: `no answer to ${kind}` })
    return answer
  }

  private send(question: Question): Promise<Answer | undefined> {
    const { deps, ref, location } = this
    return forward(deps, ref, location, question).catch((error: unknown) => {
      if (!hasMoved(error)) throw error
      return askAgain(deps, ref, location, question)
    })
  }
}

const isAnswer = <C extends Answer['$case']>(
  answer: Answer | undefined,
  kind: C,
): answer is Extract<Answer, { $case: C }> => answer?.$case === kind
