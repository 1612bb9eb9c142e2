import { ok, pickFields, readAccount, readParameters, readToken, type Answer, type Call } from '../call'
import type { Json } from '../fields'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

/** `GET /{account-id}?fields=…` (whatsapp-business-account-api, 2025-11-26) */
export function getAccount(network: GraphNetwork, call: Call): Answer {
  const { account } = readAccount(network, call)
  const node: Json = {
    id: account.id,
    name: account.name,
    currency: account.currency,
    timezone_id: account.timezoneId,
    message_template_namespace: `ns_${account.id}`,
    account_review_status: 'APPROVED',
    business_verification_status: 'verified',
    ownership_type: 'SELF',
    status: account.refusal === undefined ? 'ACTIVE' : 'RESTRICTED',
    owner_business_info: { id: account.portfolioId, name: account.name },
    whatsapp_business_manager_messaging_limit: network.portfolio(account.id).tier,
    country: 'BR',
    is_enabled_for_insights: false,
    marketing_messages_lite_api_status: 'INELIGIBLE',
    marketing_messages_onboarding_status: 'INELIGIBLE_INACTIVE_OR_RESTRICTED',
    on_behalf_of_business_info: undefined,
    disable_marketing_messages_on_cloud_api: false,
    subscribed_apps: undefined,
    health_status: {
      can_send_message: account.refusal === undefined ? 'AVAILABLE' : 'BLOCKED',
      entities: [],
    },
  }
  const byDefault = ['name', 'timezone_id', 'message_template_namespace', 'currency']
  return ok(pickFields(node, call.query.get('fields'), byDefault))
}

/** `GET /{account-id}/subscribed_apps` */
export function listSubscribedApps(network: GraphNetwork, call: Call): Answer {
  const { account } = readAccount(network, call)
  return ok({
    data: account.subscribedApps.map(({ appId, override }) => ({
      whatsapp_business_api_data: {
        id: appId,
        name: network.apps.get(appId)?.name ?? '',
        link: `https://www.facebook.com/games/?app_id=${appId}`,
      },
      ...(override && { override_callback_uri: override.url }),
    })),
  })
}

/* What clients quote (chatwoot #12488, 2025-09): the app needs a webhook of its own, and the account a subscription without an override. */
const NOT_SUBSCRIBED =
  '(#100) Before override the current callback uri, your app must be subscribed to receive messages for WhatsApp Business Account'

/**
 * `POST /{account-id}/subscribed_apps`: the token's app gets the account's webhooks, those of messages at another URL when it asks
 * (webhooks/override, 2026-06-28). @throws {GraphError} 100 when that URL does not answer the challenge, and before the app is subscribed.
 */
export async function subscribeApp(network: GraphNetwork, call: Call): Promise<Answer> {
  const { account, token } = readAccount(network, call)
  const { override_callback_uri: url, verify_token: verifyToken } = readParameters(call)
  const isSubscribed = account.subscribedApps.some(({ appId }) => appId === token.appId)
  if (url !== undefined && !(isSubscribed && network.apps.get(token.appId)?.webhook))
    throw new GraphError(100, { message: NOT_SUBSCRIBED, details: '' })
  const override =
    url === undefined ? undefined : { url: String(url), verifyToken: String(verifyToken ?? '') }
  if (override && !(await network.verifyWebhook(override.url, override.verifyToken)))
    throw new GraphError(100, {
      message:
        '(#2200) Callback verification failed with the following errors: HTTP Status Code or challenge.',
      details: '',
    })
  account.subscribedApps = [
    ...account.subscribedApps.filter(({ appId }) => appId !== token.appId),
    { appId: token.appId, override },
  ]
  return ok({ success: true })
}

/** `DELETE /{account-id}/subscribed_apps` */
export function unsubscribeApp(network: GraphNetwork, call: Call): Answer {
  const { account, token } = readAccount(network, call)
  account.subscribedApps = account.subscribedApps.filter(({ appId }) => appId !== token.appId)
  return ok({ success: true })
}

/** `GET /debug_token?input_token=…` (docs/graph-api/reference/debug_token, 2025-06) */
export function debugToken(network: GraphNetwork, call: Call): Answer {
  const caller = readToken(network, call)
  const input = call.query.get('input_token')
  if (input === null)
    throw new GraphError(100, { message: '(#100) The parameter input_token is required', details: '' })
  const token = network.tokens.get(input)
  if (!token || token.appId !== caller.appId)
    return ok({
      data: {
        error: { code: 190, message: 'The access token could not be decrypted' },
        is_valid: false,
        scopes: [],
      },
    })
  const isExpired = token.expiresAt !== undefined && token.expiresAt <= network.schedule.now()
  return ok({
    data: {
      app_id: token.appId,
      type: 'SYSTEM_USER',
      application: network.apps.get(token.appId)?.name ?? '',
      data_access_expires_at: 0,
      expires_at: token.expiresAt ? Math.floor(token.expiresAt.getTime() / 1_000) : 0,
      is_valid: !isExpired && !token.isRevoked,
      ...(isExpired && { error: { code: 190, message: 'Session has expired', subcode: 463 } }),
      scopes: [...token.scopes],
      granular_scopes: token.scopes.map((scope) => ({ scope, target_ids: [...token.accountIds] })),
      user_id: token.userId,
    },
  })
}
