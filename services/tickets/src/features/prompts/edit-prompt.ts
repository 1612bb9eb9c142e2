import { isDeepStrictEqual } from 'node:util'

import {
  queueId as toQueueId,
  readVoice,
  SECRET_MASK,
  type BodyOf,
  type createPrompt as createEndpoint,
  type PromptId,
  type updatePrompt as updateEndpoint,
  type PromptSort,
} from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import {
  AppError,
  readPage,
  type CountedPage,
  type NumberedPage,
  type Sealer,
  type ServicePorts,
  type Session,
  type Tx,
} from '@balcao/kernel'

import { sealPurposes } from '../integrations'
import { detachQueues, type QueueDetachDeps } from '../queues'
import type { Prompt } from './prompt'
import { promptChanged, promptDeleted } from './prompt-events'
import type { PromptStore } from './prompt.store'

export interface PromptDeps extends Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'>, QueueDetachDeps {
  prompts: PromptStore
  sealer: Sealer
}

type NewPrompt = BodyOf<typeof createEndpoint>
type PromptPatch = BodyOf<typeof updateEndpoint>

/* undefined and the mask keep what is stored, '' removes it. */
function sealKey(
  deps: PromptDeps,
  given: string | undefined,
  stored: string | null,
  purpose: string,
): string | null {
  if (given === undefined || given === SECRET_MASK) return stored
  return given === '' ? null : deps.sealer.seal(given, purpose)
}

const findQueue = async (
  deps: PromptDeps,
  tx: Tx,
  { companyId, queueId }: Prompt,
): Promise<QueueSnapshot | undefined> =>
  queueId === null ? undefined : deps.queues.find(tx, companyId, toQueueId(queueId))

async function requireQueue(deps: PromptDeps, tx: Tx, prompt: Prompt): Promise<QueueSnapshot | undefined> {
  const queue = await findQueue(deps, tx, prompt)
  if (prompt.queueId !== null && !queue) throw new AppError('ERR_QUEUE_NOT_FOUND')
  return queue
}

const applyPatch = (deps: PromptDeps, before: Prompt, patch: PromptPatch): Prompt => ({
  ...before,
  name: patch.name ?? before.name,
  prompt: patch.prompt ?? before.prompt,
  sealedApiKey: sealKey(deps, patch.apiKey, before.sealedApiKey, sealPurposes.apiKey(before.companyId)),
  voice: readVoice(patch.voice ?? before.voice),
  sealedVoiceKey: sealKey(
    deps,
    patch.voiceKey,
    before.sealedVoiceKey,
    sealPurposes.voiceKey(before.companyId),
  ),
  voiceRegion: patch.voiceRegion ?? before.voiceRegion,
  maxTokens: patch.maxTokens ?? before.maxTokens,
  temperature: patch.temperature ?? before.temperature,
  maxMessages: patch.maxMessages ?? before.maxMessages,
  queueId: patch.queueId ?? before.queueId,
  monthlyTokens: patch.monthlyTokens ?? before.monthlyTokens,
})

const emptyPrompt = ({ companyId }: Session, body: NewPrompt, createdAt: Date): Prompt => ({
  id: 0 as PromptId,
  companyId,
  name: body.name,
  prompt: body.prompt,
  sealedApiKey: null,
  voice: body.voice,
  sealedVoiceKey: null,
  voiceRegion: body.voiceRegion,
  maxTokens: body.maxTokens,
  temperature: body.temperature,
  maxMessages: body.maxMessages,
  queueId: body.queueId,
  monthlyTokens: body.monthlyTokens,
  createdAt,
})

/** @throws {AppError} ERR_QUEUE_NOT_FOUND */
export async function createPrompt(deps: PromptDeps, session: Session, body: NewPrompt): Promise<Prompt> {
  const { apiKey, voiceKey } = body
  const draft = applyPatch(deps, emptyPrompt(session, body, deps.clock.now()), { apiKey, voiceKey })
  return deps.db.withTenant(session.companyId, async (tx) => {
    const queue = await requireQueue(deps, tx, draft)
    const prompt = await deps.prompts.insert(tx, draft)
    await deps.events.append(tx, [promptChanged(deps, prompt, { queue, created: true })])
    return prompt
  })
}

/** The prompt with what the patch names. @throws {AppError} ERR_NO_PROMPT_FOUND, ERR_QUEUE_NOT_FOUND */
export async function updatePrompt(
  deps: PromptDeps,
  { companyId }: Session,
  id: PromptId,
  patch: PromptPatch,
): Promise<Prompt> {
  return deps.db.withTenant(companyId, async (tx) => {
    const before = await deps.prompts.lock(tx, companyId, id)
    if (!before) throw new AppError('ERR_NO_PROMPT_FOUND')
    const prompt = applyPatch(deps, before, patch)
    if (isDeepStrictEqual(prompt, before)) return before
    const readQueue = prompt.queueId === before.queueId ? findQueue : requireQueue
    const queue = await readQueue(deps, tx, prompt)
    await deps.prompts.save(tx, prompt)
    await deps.events.append(tx, [promptChanged(deps, prompt, { queue, created: false })])
    return prompt
  })
}

/** Deletes it; queues lose it. Conversations that it holds are given up at their next message. @throws {AppError} ERR_NO_PROMPT_FOUND */
export async function deletePrompt(deps: PromptDeps, { companyId }: Session, id: PromptId): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const prompt = await deps.prompts.lock(tx, companyId, id)
    if (!prompt) throw new AppError('ERR_NO_PROMPT_FOUND')
    await detachQueues(deps, tx, companyId, { promptId: id })
    await deps.prompts.delete(tx, companyId, id)
    await deps.events.append(tx, [promptDeleted(deps, prompt)])
  })
}

/** @throws {AppError} ERR_NO_PROMPT_FOUND */
export async function readPrompt(deps: PromptDeps, { companyId }: Session, id: PromptId): Promise<Prompt> {
  const found = await deps.db.withTenant(companyId, (tx) => deps.prompts.find(tx, companyId, id))
  if (!found) throw new AppError('ERR_NO_PROMPT_FOUND')
  return found
}

/** 20 a page, by name unless sorted. */
export function listPrompts(
  deps: PromptDeps,
  { companyId }: Session,
  { searchParam, ...page }: NumberedPage<PromptSort> & { searchParam: string },
): Promise<CountedPage<Prompt>> {
  return readPage(page, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.prompts.page(tx, companyId, searchParam, slice)),
  )
}

/** Names of the company's queues, by id. */
export async function readQueueNames(
  deps: PromptDeps,
  { companyId }: Session,
): Promise<ReadonlyMap<number, string>> {
  const queues = await deps.db.withTenant(companyId, (tx) => deps.queues.list(tx, companyId))
  return new Map(queues.map(({ id, name }) => [id, name]))
}
