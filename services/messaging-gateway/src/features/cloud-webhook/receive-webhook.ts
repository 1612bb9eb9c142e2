import { AppError, findOnPrimaries, listOnPrimaries, type Sealer, type ServicePorts } from '@balcao/kernel'

import { hashVerifyToken, listAppSecrets, type CloudAccount, type CloudAccountStore } from '../cloud-accounts'
import type { NetworkEvent, NetworkEventStore } from '../network-events'
import { splitWebhook, type WebhookItem } from './split-webhook'
import { isSignedBy } from './webhook-signature'

export interface WebhookDeps extends Pick<ServicePorts, 'db' | 'clock' | 'ids'> {
  cloudAccounts: CloudAccountStore
  networkEvents: NetworkEventStore
  sealer: Sealer
  /** The verify token of the installation's own app; undefined where it has none. */
  signupVerifyToken: string | undefined
  /** Hints that there are events to process. */
  nudge(): void
  /** Items of numbers that no connection has. */
  onUnknown(count: number): void
  onStored(count: number): void
}

/** The challenge, when a connection or the installation's own app has the verify token. @throws {AppError} ERR_NO_PERMISSION */
export async function answerChallenge(
  deps: Pick<WebhookDeps, 'db' | 'cloudAccounts' | 'signupVerifyToken'>,
  { mode, token, challenge }: { mode: unknown; token: unknown; challenge: unknown },
): Promise<string> {
  const isAsked = mode === 'subscribe' && typeof token === 'string' && token !== ''
  // Platform scope: the token says whose it is.
  const isKnown =
    isAsked &&
    (token === deps.signupVerifyToken ||
      (await findOnPrimaries(deps.db, async (tx) =>
        (await deps.cloudAccounts.hasVerifyHash(tx, hashVerifyToken(token))) ? true : undefined,
      )))
  if (!isKnown || typeof challenge !== 'string') throw new AppError('ERR_NO_PERMISSION')
  return challenge
}

const isOfFirst = ({ companyId }: CloudAccount, index: number, all: readonly CloudAccount[]): boolean =>
  all.findIndex((other) => other.companyId === companyId) === index

/* An account's own notices go to its first number of each company that signed: they are about all of them. */
const listAccounts = (accounts: readonly CloudAccount[], item: WebhookItem): CloudAccount[] =>
  item.phoneNumberId === ''
    ? accounts.filter(({ businessAccountId }) => businessAccountId === item.businessAccountId)
    : accounts.filter(({ phoneNumberId }) => phoneNumberId === item.phoneNumberId)

function listMetaIds(items: readonly WebhookItem[]): string[] {
  const ids = items.map(({ phoneNumberId, businessAccountId }) => phoneNumberId || businessAccountId)
  return [...new Set(ids)].filter((id) => id !== '')
}

/**
 * Makes what Meta brings durable. When it resolves the call may be answered; the events are processed afterwards. Numbers that no
 * connection has are left out.
 * @throws {AppError} ERR_NOT_FOUND when no connection has any of the numbers, ERR_UNAVAILABLE when that is not known of some of them (the
 *   others’ events are stored), ERR_NO_PERMISSION when the signature is not of the app of
 *   each; nothing is stored.
 */
export async function receiveWebhook(
  deps: WebhookDeps,
  { rawBody, payload, signature }: { rawBody: Buffer; payload: unknown; signature: string | undefined },
): Promise<void> {
  const items = splitWebhook(payload)
  // Platform scope: the number says whose it is.
  const { items: accounts, failure } = await listOnPrimaries(deps.db, (tx) =>
    deps.cloudAccounts.listByMetaIds(tx, listMetaIds(items)),
  )
  const now = deps.clock.now()
  const meant = items
    .map((item) => ({ item, accounts: listAccounts(accounts, item) }))
    .filter((one) => one.accounts.length > 0)
  // Numbers of a primary that is away, perhaps: Meta brings all of it again, and what is known then has no second effect.
  const missing = meant.length < items.length ? failure : undefined
  if (meant.length === 0 && missing) throw missing
  if (meant.length === 0) throw new AppError('ERR_NOT_FOUND', { detail: 'no connection has this number' })
  // Two companies may share a business account, each with an app of its own.
  const signers = accounts.filter((account) =>
    isSignedBy(rawBody, signature, listAppSecrets(deps.sealer, account, now)),
  )
  const known = meant.flatMap(({ item, accounts: own }) => {
    const signed = own.filter((account) => signers.includes(account)).filter(isOfFirst)
    if (signed.length === 0)
      throw new AppError('ERR_NO_PERMISSION', { detail: 'the signature is not of the app' })
    return signed.map((account) => ({ item, account }))
  })
  if (meant.length < items.length && !missing) deps.onUnknown(items.length - meant.length)
  for (const companyId of new Set(known.map(({ account }) => account.companyId))) {
    const events = known
      .filter(({ account }) => account.companyId === companyId)
      .map(({ item, account }) => toEvent(deps, item, account, now))
    await deps.db.withTenant(companyId, (tx) => deps.networkEvents.insert(tx, events))
  }
  deps.onStored(known.length)
  deps.nudge()
  if (missing) throw missing
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
