import { ok, pickFields, readAccount, readNumber, type Answer, type Call } from '../call'
import type { PhoneNumber } from '../assets'
import type { Json } from '../fields'
import type { GraphNetwork } from '../network'

/* whatsapp-business-account-phone-number-api (2025-11-26): what comes without `fields`. */
const BY_DEFAULT = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'webhook_configuration',
]

/** `GET /{phone-number-id}?fields=…` */
export function getPhoneNumber(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_management')
  return ok(pickFields(toNode(network, number), call.query.get('fields'), BY_DEFAULT))
}

/** `GET /{account-id}/phone_numbers` */
export function listPhoneNumbers(network: GraphNetwork, call: Call): Answer {
  const { account } = readAccount(network, call)
  const nodes = [...network.numbers.values()]
    .filter((number) => number.accountId === account.id)
    .map((number) => pickFields(toNode(network, number), call.query.get('fields'), BY_DEFAULT))
  return ok({ data: nodes, paging: { cursors: { before: 'QVFI', after: 'QVFJ' } } })
}

function toNode(network: GraphNetwork, number: PhoneNumber): Json {
  const account = network.account(number.id)
  const app = network.apps.get(account.subscribedApps[0]?.appId ?? '')
  const isConnected = number.status === 'CONNECTED'
  return {
    id: number.id,
    verified_name: number.verifiedName,
    display_phone_number: number.displayPhoneNumber,
    code_verification_status: number.isVerified ? 'VERIFIED' : 'NOT_VERIFIED',
    quality_rating: number.quality,
    quality_score: { score: number.quality },
    platform_type: number.status === 'PENDING' ? 'NOT_APPLICABLE' : 'CLOUD_API',
    throughput: { level: number.throughput },
    webhook_configuration: app?.webhook ? { application: app.webhook.url } : {},
    name_status: number.nameStatus,
    new_name_status: 'NONE',
    status: number.status,
    account_mode: 'LIVE',
    messaging_limit_tier: network.portfolio(account.id).tier,
    whatsapp_business_manager_messaging_limit: network.portfolio(account.id).tier,
    is_official_business_account: false,
    is_on_biz_app: number.isOnBusinessApp,
    is_pin_enabled: number.pin !== undefined,
    is_preverified_number: false,
    search_visibility: 'NON_VISIBLE',
    eligibility_for_api_business_global_search: 'NON_ELIGIBLE_UNDEFINED_COUNTRY',
    conversational_automation: undefined,
    certificate: undefined,
    new_certificate: undefined,
    last_onboarded_time: undefined,
    username: undefined,
    country_code: number.digits.startsWith('55') ? 'BR' : 'US',
    country_dial_code: number.digits.startsWith('55') ? '55' : '1',
    health_status: {
      can_send_message: account.refusal === undefined && isConnected ? 'AVAILABLE' : 'BLOCKED',
      entities: [],
    },
  }
}
