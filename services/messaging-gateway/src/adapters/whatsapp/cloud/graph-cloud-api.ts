import { AppError, readRecords, readText, type JsonObject } from '@balcao/kernel'

import type { CloudApi, CloudCredentials, CloudNumber } from '../../../features/cloud-accounts/cloud-api.port'
import type { SessionCallbacks } from '../../../features/whatsapp-driver'
import type { GraphAnswer, GraphClient } from './graph-client'
import { isPermissionError, isTokenError, type GraphError } from './graph-errors'
import { readMessagingLimit } from './messaging-limit'

const FIELDS =
  'id,display_phone_number,verified_name,quality_rating,whatsapp_business_manager_messaging_limit,is_on_biz_app'

/**
 * Fields of the webhook after which a number may be another one: webhooks/reference, November 2026. What they say may come late, so that
 * the number is asked for instead.
 */
export const NUMBER_FIELDS: readonly string[] = [
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
]

/** What an error means for credentials that are checked. A wrong app secret is told by the `appsecret_proof`: code 100, for an invalid one. */
export function toCheckError(error: GraphError, secretIsWrong: boolean): AppError {
  const detail = `${error.code}`
  if (isTokenError(error)) return new AppError('ERR_CLOUD_TOKEN', { detail })
  if (isPermissionError(error)) return new AppError('ERR_CLOUD_PERMISSION', { detail })
  if (error.status >= 500 || error.status === 429) return new AppError('ERR_CLOUD_UNAVAILABLE', { detail })
  return new AppError(secretIsWrong ? 'ERR_CLOUD_APP_SECRET' : 'ERR_CLOUD_NUMBER_ID', { detail })
}

/** What Graph answers about a number. */
export const toCloudNumber = (body: JsonObject): CloudNumber => ({
  displayNumber: readText(body.display_phone_number),
  verifiedName: readText(body.verified_name),
  quality: readText(body.quality_rating),
})

/** Records what Graph answers about a number. */
export async function tellNumber(
  callbacks: Pick<SessionCallbacks, 'numberAnswered' | 'limited'>,
  body: JsonObject,
): Promise<void> {
  await callbacks.numberAnswered(toCloudNumber(body))
  await callbacks.limited(readMessagingLimit(body))
}

/** The state of a number: its session asks every few minutes. */
export const askNumber = (
  client: GraphClient,
  credentials: CloudCredentials,
  signal?: AbortSignal,
): Promise<GraphAnswer> =>
  client.call(credentials, {
    signal,
    method: 'GET',
    path: credentials.phoneNumberId,
    query: { fields: FIELDS },
  })

/** Checks credentials with the Graph API. */
export class GraphCloudApi implements CloudApi {
  constructor(private readonly client: GraphClient) {}

  async check(credentials: CloudCredentials): Promise<CloudNumber> {
    try {
      return await this.ask(credentials)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('ERR_CLOUD_')) throw error
      throw new AppError('ERR_CLOUD_UNAVAILABLE', { cause: error })
    }
  }

  private async ask(credentials: CloudCredentials): Promise<CloudNumber> {
    const number = await askNumber(this.client, credentials)
    if (number.kind === 'error')
      throw toCheckError(number.error, await this.isSecretWrong(credentials, number.error))
    await this.assertOfAccount(credentials)
    return toCloudNumber(number.body)
  }

  /* Without `appsecret_proof` the same question is answered: the secret alone was wrong. */
  private async isSecretWrong(credentials: CloudCredentials, { code }: GraphError): Promise<boolean> {
    if (code !== 100) return false
    return (await askNumber(this.client, { ...credentials, appSecret: '' })).kind === 'done'
  }

  /* The number must be one of the account: its webhooks are subscribed by account. */
  private async assertOfAccount(credentials: CloudCredentials): Promise<void> {
    const { businessAccountId, phoneNumberId } = credentials
    const numbers = await this.client.call(credentials, {
      method: 'GET',
      path: `${businessAccountId}/phone_numbers`,
      query: { fields: 'id', limit: '100' },
    })
    if (numbers.kind === 'error') throw toCheckError(numbers.error, false)
    const isOurs = readRecords(numbers.body.data).some(({ id }) => id === phoneNumberId)
    if (!isOurs) throw new AppError('ERR_CLOUD_NUMBER_ID', { detail: 'the account does not have the number' })
    const subscribed = await this.client.call(credentials, {
      method: 'POST',
      path: `${businessAccountId}/subscribed_apps`,
    })
    if (subscribed.kind === 'error') throw toCheckError(subscribed.error, false)
  }
}
