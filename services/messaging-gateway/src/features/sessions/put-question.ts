import { Readable } from 'node:stream'

import { passkeyAnswerBody } from '@balcao/contracts'
import type { AskSessionRequest, AskSessionResponse } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import type { HeldSession } from './session-supervisor'

export type Question = NonNullable<AskSessionRequest['question']>
export type Answer = NonNullable<AskSessionResponse['answer']>

/* Nobody's portrait is larger, and it must fit into an answer. */
const MAX_PICTURE_BYTES = 1024 * 1024

const silent = () => new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session cannot be asked now' })

async function contentOf(picture: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of picture ?? Readable.from([])) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > MAX_PICTURE_BYTES) return Buffer.alloc(0)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const linking: readonly Question['$case'][] = ['pairingCode', 'passkeyAnswer', 'passkeyConfirmation']

const isOfLinking = ({ $case }: Question): boolean => linking.includes($case)

/* Written by a process of ours, from a body that was checked. */
const readAnswer = (assertion: string) => passkeyAnswerBody.validateSync(JSON.parse(assertion))

/** A session's answer; undefined to what has none. @throws {AppError} ERR_WAPP_NOT_INITIALIZED, and what the session throws */
export async function putQuestion(
  held: Pick<HeldSession, 'line' | 'pairing'>,
  question: Question,
): Promise<Answer | undefined> {
  const session = isOfLinking(question) ? held.pairing() : held.line()
  if (!session) throw silent()
  switch (question.$case) {
    case 'checkNumber':
      return { $case: 'checkNumber', value: await session.checkNumber(question.value.number) }
    case 'picture': {
      const content = await contentOf(await session.picture(question.value.remoteJid))
      return { $case: 'picture', value: { content } }
    }
    case 'group':
      return { $case: 'group', value: await session.group(question.value.remoteJid) }
    case 'pairingCode':
      return { $case: 'pairingCode', value: await session.pairingCode(question.value.number) }
    case 'typing':
      await session.typing(question.value)
      return undefined
    case 'passkeyAnswer':
      await session.answerPasskey(readAnswer(question.value.assertion))
      return undefined
    case 'passkeyConfirmation':
      await session.confirmPasskey()
      return undefined
  }
}
