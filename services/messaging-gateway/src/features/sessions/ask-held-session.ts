import { Readable } from 'node:stream'

import { passkeyAnswerBody } from '@balcao/contracts'
import type { AskSessionRequest, AskSessionResponse } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { parseAddress } from '../whatsapp-driver'
import type { HeldSession } from './session-supervisor'

export type Question = NonNullable<AskSessionRequest['question']>
export type Answer = NonNullable<AskSessionResponse['answer']>

/* An answer must fit into a gRPC message of 4 MB; a larger picture is answered as none. */
const MAX_PICTURE_BYTES = 1024 * 1024

const notConnectedError = () =>
  new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session cannot be asked now' })

async function readPicture(picture: Readable | undefined): Promise<Buffer> {
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

const linkingCases: readonly Question['$case'][] = ['pairingCode', 'passkeyAnswer', 'passkeyConfirmation']

const isLinkingQuestion = ({ $case }: Question): boolean => linkingCases.includes($case)

/* The assertion was validated by the process that received it. */
const readAnswer = (assertion: string) => passkeyAnswerBody.validateSync(JSON.parse(assertion))

/** A session's answer; undefined for questions without one. @throws {AppError} ERR_WAPP_NOT_INITIALIZED, and what the session throws */
export async function askHeldSession(
  held: Pick<HeldSession, 'connectedSession' | 'pairingSession'>,
  question: Question,
): Promise<Answer | undefined> {
  const session = isLinkingQuestion(question) ? held.pairingSession() : held.connectedSession()
  if (!session) throw notConnectedError()
  switch (question.$case) {
    case 'checkNumber':
      return { $case: 'checkNumber', value: await session.checkNumber(question.value.number) }
    case 'picture': {
      const content = await readPicture(await session.picture(parseAddress(question.value.remoteJid)))
      return { $case: 'picture', value: { content } }
    }
    case 'group':
      return { $case: 'group', value: await session.group(parseAddress(question.value.remoteJid)) }
    case 'pairingCode':
      return { $case: 'pairingCode', value: await session.pairingCode(question.value.number) }
    case 'typing': {
      const { remoteJid, isTyping } = question.value
      await session.typing({ chat: parseAddress(remoteJid), isTyping })
      return undefined
    }
    case 'passkeyAnswer':
      await session.answerPasskey(readAnswer(question.value.assertion))
      return undefined
    case 'passkeyConfirmation':
      await session.confirmPasskey()
      return undefined
  }
}
