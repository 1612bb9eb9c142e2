import {
  apiKeyId,
  companyId,
  createApiKey,
  listTickets,
  queueId,
  updateTicket,
  userId,
  type AnyEndpoint,
} from '@balcao/contracts'
import { AppError, type KnownApiKey, type KnownSession } from '@balcao/kernel'

import { assertKeyAllows, findValidApiKey, makeApiKey, narrowSession } from './api-key'
import { computeApiKeyLimit } from './api-key-rate'
import { isInNetworks, parseNetwork } from './networks'

const buildMaker = (patch: Partial<KnownSession> = {}): KnownSession => ({
  userId: userId(1),
  companyId: companyId(7),
  name: 'Ana',
  profile: 'admin',
  super: false,
  allTicket: true,
  queueIds: [queueId(1)],
  tokenVersion: 0,
  dueAt: null,
  asOf: { user: 1, company: 1 },
  ...patch,
})

const buildKey = (patch: Partial<KnownApiKey> = {}): KnownApiKey => ({
  id: apiKeyId(3),
  maker: buildMaker(),
  scopes: ['tickets:read'],
  queueIds: [],
  networks: [],
  expiresAt: null,
  ...patch,
})

describe('a session of an API key', () => {
  it('is its maker’s, but never super', () => {
    expect(narrowSession(buildKey({ maker: buildMaker({ super: true }) }))).toEqual(buildMaker())
    const demoted = buildMaker({ profile: 'user', allTicket: false })
    expect(narrowSession(buildKey({ maker: demoted }))).toEqual(demoted)
  })

  it.each([
    ['an administrator: those of the key', buildMaker(), [2, 3]],
    ['an agent: those of both', buildMaker({ profile: 'user', queueIds: [queueId(3), queueId(4)] }), [3]],
    ['a supervisor without them: none', buildMaker({ profile: 'supervisor' }), []],
  ])('that is limited to queues, of %s', (_name, maker, queueIds) => {
    const limited = narrowSession(buildKey({ maker, queueIds: [queueId(2), queueId(3)] }))
    expect(limited).toMatchObject({
      profile: 'user',
      super: false,
      allTicket: false,
      isQueueBound: true,
      queueIds,
    })
  })
})

describe('an API key', () => {
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
  const made = makeApiKey(companyId(7))
  const find = (key: KnownApiKey | undefined) => ({
    clock,
    sessions: {
      findApiKey: (company: number, hash: string) =>
        Promise.resolve(company === 7 && hash === made.hash ? key : undefined),
    },
  })

  it('is 32 random bytes after its company, and is stored as a hash', () => {
    expect(made.key).toMatch(/^balcao_7_[\w-]{43}$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    expect(made.prefix).toHaveLength('balcao_7_'.length + 6)
    expect(made.key).not.toContain(made.hash)
    expect(makeApiKey(companyId(7)).key).not.toBe(made.key)
  })

  it('is found until it expires', async () => {
    const until = (text: string) => buildKey({ expiresAt: new Date(text) })
    await expect(findValidApiKey(find(until('2026-03-01T12:00:01Z')), made.key)).resolves.toBeDefined()
    await expect(findValidApiKey(find(until('2026-03-01T12:00:00Z')), made.key)).rejects.toThrow(
      'ERR_API_KEY_INVALID',
    )
  })

  it.each([
    ['of another company', made.key.replace('_7_', '_8_')],
    ['with another secret', `${made.key}x`],
    ['without a company', 'balcao_abc'],
    ['of a company that is no number of ours', 'balcao_9999999999_abc'],
    ['that is empty', 'balcao_'],
  ])('%s is refused', (_name, text) =>
    expect(findValidApiKey(find(buildKey()), text)).rejects.toThrow('ERR_API_KEY_INVALID'),
  )

  const refusal = (key: KnownApiKey, endpoint: AnyEndpoint, address = '203.0.113.9') => {
    try {
      assertKeyAllows(key, endpoint, address)
      return undefined
    } catch (error) {
      return error instanceof AppError ? [error.code, error.scope] : error
    }
  }

  it.each([
    ['reads with the scope to read', buildKey(), listTickets, undefined],
    ['does not write with it', buildKey(), updateTicket, ['ERR_API_KEY_SCOPE', 'tickets:write']],
    [
      'does not read with the scope to write',
      buildKey({ scopes: ['tickets:write'] }),
      listTickets,
      ['ERR_API_KEY_SCOPE', 'tickets:read'],
    ],
    [
      'makes no keys',
      buildKey({ scopes: ['api-keys:write'] }),
      createApiKey,
      ['ERR_API_KEY_NOT_TAKEN', undefined],
    ],
    [
      'is refused from elsewhere, whatever its scopes',
      buildKey({ networks: ['10.0.0.0/8'] }),
      listTickets,
      ['ERR_API_KEY_ADDRESS', undefined],
    ],
    ['is taken from its network', buildKey({ networks: ['203.0.113.0/24'] }), listTickets, undefined],
  ])('%s', (_name, key, endpoint, expected) => {
    expect(refusal(key, endpoint)).toEqual(expected)
  })
})

describe('the limit of an API key', () => {
  it.each([
    [0, 600],
    [5, 600],
    [10, 1_200],
    [1_000, 6_000],
  ])('on a plan of %i users is %i requests a minute', (users, limit) => {
    expect(computeApiKeyLimit(users)).toBe(limit)
  })
})

describe('a network', () => {
  it.each([
    ['10.0.0.0/8', true],
    ['203.0.113.9', true],
    ['2001:db8::/32', true],
    ['::1', true],
    ['10', false],
    ['10.0.0.0/33', false],
    ['0x7f.1', false],
    ['example.com', false],
    ['', false],
  ])('is %j: %s', (text, isOne) => {
    expect(parseNetwork(text) !== undefined).toBe(isOne)
  })

  it.each([
    ['203.0.113.9', ['203.0.113.9'], true],
    ['203.0.113.10', ['203.0.113.9'], false],
    ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['2001:db8:1::5', ['10.0.0.0/8', '2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['', ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (address, networks, isIn) => {
    expect(isInNetworks(address, networks)).toBe(isIn)
  })
})
