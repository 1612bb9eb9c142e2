import { Readable } from 'node:stream'

import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, SECOND, type ServicePorts } from '@balcao/kernel'

import type { ProcessStore, Whereabouts } from '../sharding'
import type { PasskeyAnswer } from '../whatsapp-driver'
import { putQuestion, type Answer, type Question } from './put-question'
import type { AskableSession, PairableSession } from './session-directory.port'
import type { SessionSupervisor } from './session-supervisor'

export interface RemoteDeps extends Pick<ServicePorts, 'db' | 'peers' | 'self'> {
  processes: ProcessStore
  /** Undefined in a process that holds no sessions. */
  supervisor(): Pick<SessionSupervisor, 'held' | 'shards'> | undefined
}

export interface SessionRef {
  companyId: CompanyId
  connectionId: ConnectionId
}

/* The network at the other end may take its time. */
const DEADLINE_MS = 10 * SECOND

/** Where the session is held, by the database; undefined when nobody holds it. */
export const whereaboutsOf = (
  { db, processes }: Pick<RemoteDeps, 'db' | 'processes'>,
  { companyId, connectionId }: SessionRef,
): Promise<Whereabouts | undefined> =>
  // A process belongs to no company; the store looks for the company's connection only.
  db.asPlatform((tx) => processes.find(tx, companyId, connectionId))

/** The session held here, of this company. */
export function heldHere(deps: Pick<RemoteDeps, 'supervisor'>, { companyId, connectionId }: SessionRef) {
  const held = deps.supervisor()?.held(connectionId)
  return held?.companyId === companyId ? held : undefined
}

const hasMoved = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ERR_LEASE_LOST' || error.code === 'ERR_UNAVAILABLE')

const isMoving = (cause: unknown) =>
  new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session is moving', cause })

async function forward(
  deps: RemoteDeps,
  { companyId, connectionId }: SessionRef,
  { rpcAddress, epoch }: Whereabouts,
  question: Question,
): Promise<Answer | undefined> {
  const request = { companyId, connectionId, epoch, question }
  const { answer } = await deps.peers.messaging(rpcAddress).askSession(request, { deadlineMs: DEADLINE_MS })
  return answer
}

/* It went while it was asked: looked up once more, never in circles. */
async function askAgain(
  deps: RemoteDeps,
  ref: SessionRef,
  before: Whereabouts,
  question: Question,
): Promise<Answer | undefined> {
  const held = heldHere(deps, ref)
  if (held) return putQuestion(held, question)
  const next = await whereaboutsOf(deps, ref)
  if (!next || next.epoch === before.epoch || next.owner === deps.self.owner) throw isMoving(undefined)
  return forward(deps, ref, next, question).catch((error: unknown) => {
    throw hasMoved(error) ? isMoving(error) : error
  })
}

/** A session that another process holds, asked there. */
export class RemoteSession implements AskableSession, PairableSession {
  constructor(
    private readonly deps: RemoteDeps,
    private readonly ref: SessionRef,
    private readonly whereabouts: Whereabouts,
  ) {}

  async checkNumber(number: string) {
    return (await this.ask({ $case: 'checkNumber', value: { number } }, 'checkNumber')).value
  }

  async picture(remoteJid: string) {
    const { content } = (await this.ask({ $case: 'picture', value: { remoteJid } }, 'picture')).value
    return content.length > 0 ? Readable.from([Buffer.from(content)]) : undefined
  }

  async group(remoteJid: string) {
    return (await this.ask({ $case: 'group', value: { remoteJid } }, 'group')).value
  }

  async pairingCode(number: string) {
    return (await this.ask({ $case: 'pairingCode', value: { number } }, 'pairingCode')).value
  }

  async answerPasskey(answer: PasskeyAnswer) {
    await this.put({ $case: 'passkeyAnswer', value: { assertion: JSON.stringify(answer) } })
  }

  async confirmPasskey() {
    await this.put({ $case: 'passkeyConfirmation', value: {} })
  }

  async typing(chat: { remoteJid: string; isTyping: boolean }) {
    await this.put({ $case: 'typing', value: chat })
  }

  private async ask<C extends Answer['$case']>(
    question: Question,
    kind: C,
  ): Promise<Extract<Answer, { $case: C }>> {
    const answer = await this.put(question)
    if (!isAnswer(answer, kind)) throw new AppError('ERR_INTERNAL', { detail: `no answer to ${kind}` })
    return answer
  }

  private put(question: Question): Promise<Answer | undefined> {
    const { deps, ref, whereabouts } = this
    return forward(deps, ref, whereabouts, question).catch((error: unknown) => {
      if (!hasMoved(error)) throw error
      return askAgain(deps, ref, whereabouts, question)
    })
  }
}

const isAnswer = <C extends Answer['$case']>(
  answer: Answer | undefined,
  kind: C,
): answer is Extract<Answer, { $case: C }> => answer?.$case === kind
