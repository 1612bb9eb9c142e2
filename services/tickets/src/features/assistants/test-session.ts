import {
  queueIntegrationId,
  SECRET_MASK,
  type BodyOf,
  type testSession as testEndpoint,
} from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts, type Session } from '@balcao/kernel'

import { sealPurposes, type IntegrationStore } from '../integrations'
import { detectIntent, logInToGoogle, type DialogflowAnswer, type DialogflowDeps } from './dialogflow'
import { AssistantFailure } from './http-answers'

export interface TestSessionDeps extends DialogflowDeps, Pick<ServicePorts, 'db' | 'ids'> {
  integrations: IntegrationStore
  sealer: Sealer
}

type Asked = BodyOf<typeof testEndpoint>

const HELLOS: Record<string, string> = { 'pt-BR': 'olá', en: 'hello', es: 'hola' }

async function readKeyFile(deps: TestSessionDeps, { companyId }: Session, asked: Asked): Promise<string> {
  if (asked.jsonContent !== SECRET_MASK) return asked.jsonContent
  const id = queueIntegrationId(asked.integrationId ?? 0)
  const stored = await deps.db.withTenant(companyId, (tx) => deps.integrations.find(tx, companyId, id))
  if (!stored?.sealedJsonContent) throw new AppError('ERR_NO_DIALOG_FOUND')
  const opened = deps.sealer.open(stored.sealedJsonContent, sealPurposes.jsonContent(companyId))
  if (opened === undefined)
    throw new AppError('ERR_TEST_SESSION_DIALOG', { detail: 'the key file does not open' })
  return opened
}

const refuseAs =
  (code: 'ERR_TEST_SESSION_DIALOG' | 'ERR_TEST_REPLY_DIALOG') =>
  (error: unknown): never => {
    if (!(error instanceof AssistantFailure)) throw error
    throw new AppError(code, { detail: error.message, cause: error })
  }

/**
 * Says hello to a Dialogflow agent; the texts of its reply.
 * @throws {AppError} ERR_TEST_SESSION_DIALOG when the account cannot log in, ERR_TEST_REPLY_DIALOG when the agent does not answer,
 *   ERR_NO_DIALOG_FOUND for a masked key file without a stored one.
 */
export async function testDialogflow(
  deps: TestSessionDeps,
  session: Session,
  asked: Asked,
): Promise<string[]> {
  const keyFile = await readKeyFile(deps, session, asked)
  const token = await logInToGoogle(deps, keyFile).catch(refuseAs('ERR_TEST_SESSION_DIALOG'))
  const hello = { token, session: deps.ids.next(), text: HELLOS[asked.language] ?? 'hello' }
  const answer: DialogflowAnswer = await detectIntent(deps, asked, hello).catch(
    refuseAs('ERR_TEST_REPLY_DIALOG'),
  )
  if (answer.texts.length === 0) throw new AppError('ERR_TEST_REPLY_DIALOG', { detail: 'no text' })
  return answer.texts
}
