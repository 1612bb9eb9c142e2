import { companyId, connectionId } from '@balcao/contracts'
import { MINUTE, SECOND } from '@balcao/kernel'

import {
  buildPin,
  buildVerifyToken,
  chooseSignupStep,
  hashSignupCode,
  type CloudSignup,
  type SignupState,
} from './cloud-signup'

const now = new Date('2026-11-29T12:00:00Z')
const ours = hashSignupCode('the code')

const last = (state: SignupState, ageMs: number, codeHash = ours): CloudSignup => ({
  companyId: companyId(1),
  connectionId: connectionId(1),
  codeHash,
  state,
  sealedToken: state === 'exchanged' ? 'sealed' : '',
  sealedPin: '',
  begunAt: new Date(now.getTime() - ageMs),
})

describe('a request with the code of a sign-up', () => {
  it.each([
    ['exchanges it when it is the first', undefined, 'exchange'],
    ['exchanges it after another code', last('exchanged', SECOND, 'another'), 'exchange'],
    ['exchanges it while another code is exchanged', last('exchanging', SECOND, 'another'), 'exchange'],
    ['leaves it to the one that exchanges it', last('exchanging', 59 * SECOND), 'busy'],
    ['exchanges it when that one has ended without a word', last('exchanging', MINUTE), 'exchange'],
    ['goes on with the token', last('exchanged', 9 * MINUTE), 'go-on'],
    ['no longer goes on after ten minutes', last('exchanged', 10 * MINUTE), 'exchange'],
    ['answers what it has led to', last('done', 9 * MINUTE), 'done'],
    ['no longer does after ten minutes', last('done', 10 * MINUTE), 'exchange'],
  ])('%s', (_name, signup, expected) => {
    expect(chooseSignupStep(signup, ours, now).kind).toBe(expected)
  })
})

it.each([
  [0, '000000'],
  [0.0000421, '000042'],
  [0.999999999, '999999'],
])('a PIN has six digits: %d', (chance, expected) => expect(buildPin(chance)).toBe(expected))

it('the verify token is that of the app, and does not show its secret', () => {
  const token = buildVerifyToken({ appSecret: 'secret' })
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(token).toBe(buildVerifyToken({ appSecret: 'secret' }))
  expect(token).not.toBe(buildVerifyToken({ appSecret: 'another' }))
})
