import { createHash, randomBytes } from 'node:crypto'

import {
  API_KEY_PREFIX,
  companyId,
  findScope,
  MAX_INT4,
  takesApiKeys,
  type AnyEndpoint,
  type CompanyId,
} from '@balcao/contracts'
import { AppError, type Clock, type KnownApiKey, type Session, type SessionDirectory } from '@balcao/kernel'

import { isInNetworks } from './networks'

const SECRET_BYTES = 32
const SHOWN_CHARACTERS = 6

/** Of the whole key, so that the company in it cannot be changed. A plain hash does: the secret is random, not chosen. */
const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

export interface NewApiKey {
  key: string
  prefix: string
  hash: string
}

/** A new key `balcao_{company}_{secret}`, what it is recognised by, and what is stored of it. */
export function makeApiKey(company: CompanyId): NewApiKey {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const begin = `${API_KEY_PREFIX}${company}_`
  const key = begin + secret
  return { key, prefix: begin + secret.slice(0, SHOWN_CHARACTERS), hash: hashApiKey(key) }
}

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX)

/**
 * The maker's session, narrowed to the key: never super, and with limited queues no administrator and without tickets of
 * other queues, not even the maker's own.
 */
export function narrowSession({ maker, queueIds }: Pick<KnownApiKey, 'maker' | 'queueIds'>): Session {
  if (queueIds.length === 0) return { ...maker, super: false }
  const isLimited = maker.profile !== 'admin' && !maker.super
  return {
    ...maker,
    super: false,
    profile: 'user',
    allTicket: false,
    isQueueBound: true,
    queueIds: isLimited ? queueIds.filter((id) => maker.queueIds.includes(id)) : queueIds,
  }
}

function parseCompany(key: string): CompanyId | undefined {
  const digits = /^([1-9]\d{0,9})_[\w-]+$/.exec(key.slice(API_KEY_PREFIX.length))?.[1]
  const id = Number(digits)
  return digits !== undefined && id <= MAX_INT4 ? companyId(id) : undefined
}

/** @throws {AppError} ERR_API_KEY_INVALID: unknown, revoked or expired, or its maker or company is not active. */
export async function findValidApiKey(
  { sessions, clock }: { sessions: Pick<SessionDirectory, 'findApiKey'>; clock: Clock },
  text: string,
): Promise<KnownApiKey> {
  const company = parseCompany(text)
  const key = company && (await sessions.findApiKey(company, hashApiKey(text)))
  if (!key || (key.expiresAt !== null && key.expiresAt <= clock.now()))
    throw new AppError('ERR_API_KEY_INVALID')
  return key
}

/**
 * Whether the key may be used for the endpoint from this address.
 * @throws {AppError} ERR_API_KEY_ADDRESS, ERR_API_KEY_NOT_TAKEN, ERR_API_KEY_SCOPE
 */
export function assertKeyAllows(key: KnownApiKey, endpoint: AnyEndpoint, address: string): void {
  if (key.networks.length > 0 && !isInNetworks(address, key.networks))
    throw new AppError('ERR_API_KEY_ADDRESS')
  if (!takesApiKeys(endpoint)) throw new AppError('ERR_API_KEY_NOT_TAKEN')
  const scope = findScope(endpoint)
  if (scope !== undefined && !key.scopes.includes(scope)) throw new AppError('ERR_API_KEY_SCOPE', { scope })
}
