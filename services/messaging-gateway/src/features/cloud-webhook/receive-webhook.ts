import { AppError, type Sealer, type ServicePorts } from '@balcao/kernel'

import { hashVerifyToken, listAppSecrets, type CloudAccount, type CloudAccountStore } from '../cloud-accounts'
import type { NetworkEvent, NetworkEventStore } from '../network-events'
import { splitWebhook, type WebhookItem } from './split-webhook'
import { isSignedBy } from './webhook-signature'

export interface WebhookDeps extends Pick<ServicePorts, 'db' | 'clock' | 'ids'> {
  cloudAccounts: CloudAccountStore
  networkEvents: NetworkEventStore
  sealer: Sealer
  /** Hints that there are events to process. */
  nudge(): void
  /** Items of numbers that no connection has. */
  onUnknown(count: number): void
  onStored(count: number): void
}

/** The challenge, when a connection has the verify token. @throws {AppError} ERR_NO_PERMISSION */
export async function answerChallenge(
  deps: Pick<WebhookDeps, 'db' | 'cloudAccounts'>,
  { mode, token, challenge }: { mode: unknown; token: unknown; challenge: unknown },
): Promise<string> {
  const isAsked = mode === 'subscribe' && typeof token === 'string' && token !== ''
  // Platform scope: the token says whose it is.
  const isKnown =
    isAsked &&
    (await deps.db.asPlatform((tx) => deps.cloudAccounts.hasVerifyHash(tx, hashVerifyToken(token))))
  if (!isKnown || typeof challenge !== 'string') throw new AppError('ERR_NO_PERMISSION')
  return challenge
}

/* An account's own notices go to its first number: they are about all of them. */
const findAccount = (accounts: readonly CloudAccount[], item: WebhookItem): CloudAccount | undefined =>
  item.phoneNumberId === ''
    ? accounts.find(({ businessAccountId }) => businessAccountId === item.businessAccountId)
    : accounts.find(({ phoneNumberId }) => phoneNumberId === item.phoneNumberId)

function listMetaIds(items: readonly WebhookItem[]): string[] {
  const ids = items.map(({ phoneNumberId, businessAccountId }) => phoneNumberId || businessAccountId)
  return [...new Set(ids)].filter((id) => id !== '')
}

/**
 * Makes what Meta brings durable. When it resolves the call may be answered; the events are processed afterwards. Numbers that no
 * connection has are left out.
 * @throws {AppError} ERR_NOT_FOUND when no connection has any of the numbers, ERR_NO_PERMISSION when the signature is not of the app of
 *   each; nothing is stored.
 */
export async function receiveWebhook(
  deps: WebhookDeps,
  { rawBody, payload, signature }: { rawBody: Buffer; payload: unknown; signature: string | undefined },
): Promise<void> {
  const items = splitWebhook(payload)
  // Platform scope: the number says whose it is.
  const accounts = await deps.db.asPlatform((tx) => deps.cloudAccounts.listByMetaIds(tx, listMetaIds(items)))
  const now = deps.clock.now()
  const known = items.flatMap((item) => {
    const account = findAccount(accounts, item)
    return account ? [{ item, account }] : []
  })
  if (known.length === 0) throw new AppError('ERR_NOT_FOUND', { detail: 'no connection has this number' })
  const used = [...new Set(known.map(({ account }) => account))]
  if (!used.every((account) => isSignedBy(rawBody, signature, listAppSecrets(deps.sealer, account, now))))
    throw new AppError('ERR_NO_PERMISSION', { detail: 'the signature is not of the app' })
  if (known.length < items.length) deps.onUnknown(items.length - known.length)
  for (const companyId of new Set(used.map((account) => account.companyId))) {
    const events = known
      .filter(({ account }) => account.companyId === companyId)
      .map(({ item, account }) => toEvent(deps, item, account, now))
    await deps.db.withTenant(companyId, (tx) => deps.networkEvents.insert(tx, events))
  }
  deps.onStored(known.length)
  deps.nudge()
}

const LONGEST_CHAT = 200

const toEvent = (
  { ids }: Pick<WebhookDeps, 'ids'>,
  { chat, kind, body }: WebhookItem,
  { companyId, connectionId }: CloudAccount,
  receivedAt: Date,
): NetworkEvent => ({
  id: ids.next(),
  companyId,
  connectionId,
  chat: chat.replaceAll('\0', '').slice(0, LONGEST_CHAT),
  kind,
  body: JSON.stringify(body),
  receivedAt,
  tries: 0,
  claimedUntil: null,
})
