import { AppError, readRecords, readText } from '@balcao/kernel'

import type { CloudCredentials } from '../../../features/cloud-accounts/cloud-api.port'
import type { SignupApi, SignupApp } from '../../../features/cloud-signup/signup-api.port'
import type { GraphAnswer, GraphClient } from './graph-client'
import { toCheckError } from './graph-cloud-api'
import { isPermissionError, isTokenError, type GraphError } from './graph-errors'

/* 133008 too many wrong PINs, 133009 guessed too fast, 133016 ten requests in 72 hours. */
const REGISTER_LIMIT: readonly number[] = [133008, 133009, 133016]

const unavailable = ({ code }: GraphError) => new AppError('ERR_CLOUD_UNAVAILABLE', { detail: `${code}` })

const isUnsure = ({ status, code }: GraphError): boolean => status >= 500 || code === -1

/* Code 100 is about the code (36007 expired, 36009 used, 36008 of another app or page), 1 and 101 about the app. */
function toExchangeError(error: GraphError): AppError {
  const detail = `${error.code} ${error.subcode}`
  if (isUnsure(error) || error.status === 429) return unavailable(error)
  return new AppError(error.code === 100 ? 'ERR_CLOUD_SIGNUP_CODE' : 'ERR_CLOUD_SIGNUP_APP', { detail })
}

function toRegisterError(error: GraphError): AppError {
  const detail = `${error.code}`
  if (error.code === 133005) return new AppError('ERR_CLOUD_PIN', { detail })
  if (REGISTER_LIMIT.includes(error.code)) return new AppError('ERR_CLOUD_REGISTER_LIMIT', { detail })
  if (isTokenError(error) || isPermissionError(error)) return toCheckError(error, false)
  return isUnsure(error) ? unavailable(error) : new AppError('ERR_CLOUD_REGISTER', { detail })
}

function toWebhookError(error: GraphError): AppError {
  if (isTokenError(error) || isPermissionError(error)) return toCheckError(error, false)
  return isUnsure(error)
    ? unavailable(error)
    : new AppError('ERR_CLOUD_WEBHOOK', { detail: `${error.code} ${error.subcode}` })
}

/**
 * What follows an embedded sign-up (embedded-signup/onboarding-customers-as-a-tech-provider, 21 May 2026; registration, 26 June 2026;
 * webhooks/override, 28 June 2026; read 29 November 2026).
 */
export class GraphSignupApi implements SignupApi {
  constructor(private readonly client: GraphClient) {}

  async exchangeCode(app: SignupApp, code: string): Promise<string> {
    const answer = await this.ask(() => this.client.exchangeCode(app, code))
    if (answer.kind === 'error') throw toExchangeError(answer.error)
    const token = readText(answer.body.access_token)
    if (token === '') throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: 'an answer without a token' })
    return token
  }

  async findNumberOnPhone(credentials: Omit<CloudCredentials, 'phoneNumberId'>): Promise<string> {
    const answer = await this.ask(() =>
      this.client.call(
        { ...credentials, phoneNumberId: '' },
        {
          method: 'GET',
          path: `${credentials.businessAccountId}/phone_numbers`,
          query: { fields: 'id,is_on_biz_app', limit: '100' },
        },
      ),
    )
    if (answer.kind === 'error') throw toCheckError(answer.error, false)
    const found = readRecords(answer.body.data).filter(({ is_on_biz_app: isOnPhone }) => isOnPhone === true)
    const [number] = found
    if (!number || found.length > 1)
      throw new AppError('ERR_CLOUD_NUMBER_ID', { detail: `${found.length} numbers are in use with the app` })
    return readText(number.id)
  }

  async isRegistered(credentials: CloudCredentials): Promise<boolean> {
    const answer = await this.ask(() =>
      this.client.call(credentials, {
        method: 'GET',
        path: credentials.phoneNumberId,
        query: { fields: 'status,platform_type' },
      }),
    )
    if (answer.kind === 'error') throw toCheckError(answer.error, false)
    return answer.body.platform_type === 'CLOUD_API' && answer.body.status === 'CONNECTED'
  }

  async register(credentials: CloudCredentials, pin: string): Promise<void> {
    const answer = await this.ask(() =>
      this.client.call(credentials, {
        method: 'POST',
        path: `${credentials.phoneNumberId}/register`,
        body: { messaging_product: 'whatsapp', pin },
      }),
    )
    if (answer.kind === 'error') throw toRegisterError(answer.error)
  }

  async overrideWebhook(credentials: CloudCredentials, url: string, verifyToken: string): Promise<void> {
    const answer = await this.ask(() =>
      this.client.call(credentials, {
        method: 'POST',
        path: `${credentials.businessAccountId}/subscribed_apps`,
        body: { override_callback_uri: url, verify_token: verifyToken },
      }),
    )
    if (answer.kind === 'error') throw toWebhookError(answer.error)
  }

  private async ask(call: () => Promise<GraphAnswer>): Promise<GraphAnswer> {
    try {
      return await call()
    } catch (error) {
      throw new AppError('ERR_CLOUD_UNAVAILABLE', { cause: error })
    }
  }
}
