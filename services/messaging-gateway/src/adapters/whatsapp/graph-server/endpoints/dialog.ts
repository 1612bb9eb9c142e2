import { isRecord } from '@balcao/kernel'

import type { App, PhoneNumber } from '../assets'
import type { Answer, Call } from '../call'
import { createLoginCode } from '../login-codes'
import { drawLoginEnd, drawLoginPage, drawRefusedLogin } from '../login-pages'
import type { GraphNetwork } from '../network'

const html = (status: number, page: string): Answer => ({
  status,
  body: Buffer.from(page),
  headers: { 'content-type': 'text/html; charset=utf-8' },
})

/** What the dialog was opened with. */
export interface LoginRequest {
  app: App
  /** Of the page that opened it: it alone is answered. */
  origin: string
  /** Of the SDK, to know its answer by. */
  callId: string
  /** Numbers in use with the WhatsApp Business app are offered, too (embedded-signup/onboarding-business-app-users, 2026-03-20). */
  offersPhones: boolean
}

const readExtras = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Checked below: what is no JSON is no object.
    return undefined
  }
}

/*
 * The parameters of the SDK's `FB.login` (embedded-signup/implementation, 2026-06-28), and its page's origin. The words are those of
 * Facebook's pages as clients quote them, as far as known.
 */
function readRequest(network: GraphNetwork, { query }: Call): LoginRequest | string {
  const app = network.apps.get(query.get('client_id') ?? '')
  if (!app) return 'Invalid App ID: The provided app ID does not look like a valid app ID.'
  const origin = query.get('origin') ?? ''
  if (!app.login?.allowedOrigins.includes(origin))
    return 'JSSDK Unknown Host domain: the domain of this page is not among the app’s allowed domains.'
  if (query.get('config_id') !== app.login.configId) return 'Invalid config_id.'
  if (query.get('response_type') !== 'code' || query.get('override_default_response_type') !== 'true')
    return 'Embedded Signup needs response_type=code and override_default_response_type=true.'
  const extras = readExtras(query.get('extras'))
  if (!isRecord(extras) || !isRecord(extras['setup'])) return 'extras must have setup.'
  const offersPhones = extras['featureType'] === 'whatsapp_business_app_onboarding'
  return { app, origin, callId: query.get('call_id') ?? '', offersPhones }
}

const listNumbers = (network: GraphNetwork, { offersPhones }: LoginRequest): PhoneNumber[] =>
  [...network.numbers.values()].filter(({ isOnBusinessApp }) => offersPhones || !isOnBusinessApp)

/** `GET /dialog/oauth`: a person chooses one of the numbers, cancels or meets an error. */
export function showLogin(network: GraphNetwork, call: Call): Answer {
  const request = readRequest(network, call)
  if (typeof request === 'string') return html(400, drawRefusedLogin(request))
  return html(200, drawLoginPage(request.app.name, listNumbers(network, request)))
}

/** The choice: the page that opened the dialog is told as Meta tells it, and the window closes. */
export function decideLogin(network: GraphNetwork, call: Call): Answer {
  const request = readRequest(network, call)
  if (typeof request === 'string') return html(400, drawRefusedLogin(request))
  const choice = new URLSearchParams(call.body.toString('utf8')).get('choice') ?? ''
  return html(200, drawLoginEnd(request, tell(network, request, choice)))
}

/** What the page hears: of the sign-up, and of the login. */
export interface LoginOutcome {
  signup: Record<string, unknown>
  code: string | undefined
}

const signup = (event: string, data: Record<string, unknown>) => ({ type: 'WA_EMBEDDED_SIGNUP', event, data })

function tell(network: GraphNetwork, request: LoginRequest, choice: string): LoginOutcome {
  const number = listNumbers(network, request).find(({ id }) => id === choice)
  if (number) {
    const { id, accountId } = number
    const code = createLoginCode(network, request.app, [accountId]).value
    const data = { waba_id: accountId, business_id: network.account(id).portfolioId }
    // Of such a number the account alone, as clients say.
    if (number.isOnBusinessApp)
      return { signup: signup('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', data), code }
    return { signup: signup('FINISH', { phone_number_id: id, ...data }), code }
  }
  const isError = choice === 'error'
  const data = isError
    ? { error_message: 'Simulated error of the sign-up.', error_code: '524126', session_id: 'simulated' }
    : { current_step: 'PHONE_NUMBER_SETUP' }
  return { signup: signup('CANCEL', data), code: undefined }
}
