import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, listOnPrimaries, type ServicePorts } from '@balcao/kernel'

import {
  applyEntered,
  assertLinksByCredentials,
  sealPurpose,
  storeCloudAccount,
  type CloudAccount,
  type CloudAccountDeps,
  type CloudCredentials,
  type CloudNumber,
} from '../cloud-accounts'
import {
  buildPin,
  buildVerifyToken,
  chooseSignupStep,
  hashSignupCode,
  type CloudSignup,
  type SignupApp,
} from './cloud-signup'
import type { CloudSignupStore } from './cloud-signup.store'
import type { SignupApi } from './signup-api.port'

export interface SignupDeps extends CloudAccountDeps, Pick<ServicePorts, 'publicUrl'> {
  cloudSignups: CloudSignupStore
  signupApi: SignupApi
  /** Undefined where the installation has none. */
  signupApp: SignupApp | undefined
  /** Where Meta calls, below the desk's address. */
  webhookPath: string
  /** From 0 up to 1, without 1. */
  chance(): number
}

/** What the page heard of Meta's dialog; `pin` is '' unless the number has one already. */
export interface SignupResult {
  code: string
  /** '': the account's number that is in use with the WhatsApp Business app too. */
  phoneNumberId: string
  businessAccountId: string
  pin: string
}

interface Key {
  companyId: CompanyId
  connectionId: ConnectionId
}

/* With these the same code is gone on with: nothing of it was wrong. */
const CAN_GO_ON: readonly string[] = [
  'ERR_CLOUD_PIN',
  'ERR_CLOUD_REGISTER',
  'ERR_CLOUD_REGISTER_LIMIT',
  'ERR_CLOUD_WEBHOOK',
  'ERR_CLOUD_UNAVAILABLE',
]

/**
 * Connects a number with what the embedded sign-up gave: exchanges the code, has Meta check token, number and account, registers the
 * number, points the account's messages to this desk where its address is known, and stores all as pasted credentials are. Before that
 * nothing is stored but the exchange, sealed, for ten minutes: the same code again goes on from there, or answers what it has led to.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_CLOUD_SIGNUP_BUSY, ERR_CLOUD_NUMBER_TAKEN, and what `SignupApi` and
 *   `CloudApi.check` throw
 */
export async function connectBySignup(
  deps: SignupDeps,
  key: Key,
  result: SignupResult,
): Promise<CloudAccount> {
  const app = deps.signupApp
  if (!app) throw new AppError('ERR_WAPP_NOT_OFFERED', { detail: 'no app of the installation' })
  const begun = await beginSignup(deps, key, result)
  if (begun.kind === 'done') return begun.account
  try {
    const signup = begun.kind === 'go-on' ? begun.signup : await exchange(deps, app, begun.signup, result)
    return await connect(deps, app, signup, result)
  } catch (error) {
    if (!(error instanceof AppError && CAN_GO_ON.includes(error.code))) await forget(deps, begun.signup)
    throw error
  }
}

type Begun =
  | { kind: 'exchange'; signup: CloudSignup }
  | { kind: 'go-on'; signup: CloudSignup }
  | { kind: 'done'; account: CloudAccount }

/* The connection's row is locked, so that of two requests with one code one exchanges it. */
const beginSignup = (deps: SignupDeps, key: Key, result: SignupResult): Promise<Begun> => {
  const { companyId, connectionId } = key
  return deps.db.withTenant(companyId, async (tx): Promise<Begun> => {
    await assertLinksByCredentials(deps, tx, companyId, connectionId)
    await deps.connections.lock(tx, companyId, connectionId)
    const codeHash = hashSignupCode(result.code)
    const now = deps.clock.now()
    const step = chooseSignupStep(await deps.cloudSignups.find(tx, companyId, connectionId), codeHash, now)
    if (step.kind === 'busy') throw new AppError('ERR_CLOUD_SIGNUP_BUSY')
    if (step.kind === 'go-on') return step
    if (step.kind === 'done') {
      const account = await deps.cloudAccounts.find(tx, companyId, connectionId)
      // Else credentials of another number were entered since.
      if (!account || !isOf(account, result)) throw new AppError('ERR_CLOUD_SIGNUP_CODE')
      return { kind: 'done', account }
    }
    const signup: CloudSignup = {
      ...key,
      codeHash,
      state: 'exchanging',
      sealedToken: '',
      sealedPin: '',
      begunAt: now,
    }
    await deps.cloudSignups.save(tx, signup)
    return { kind: 'exchange', signup }
  })
}

const isOf = (account: CloudAccount, { phoneNumberId, businessAccountId }: SignupResult): boolean =>
  phoneNumberId === ''
    ? account.businessAccountId === businessAccountId
    : account.phoneNumberId === phoneNumberId

async function exchange(
  deps: SignupDeps,
  app: SignupApp,
  signup: CloudSignup,
  { code }: SignupResult,
): Promise<CloudSignup> {
  const token = await deps.signupApi.exchangeCode(app, code)
  const { companyId, connectionId } = signup
  const seal = (text: string) => deps.sealer.seal(text, sealPurpose(companyId))
  const exchanged: CloudSignup = {
    ...signup,
    state: 'exchanged',
    sealedToken: seal(token),
    sealedPin: seal(buildPin(deps.chance())),
  }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.connections.lock(tx, companyId, connectionId)
    await deps.cloudSignups.save(tx, exchanged)
  })
  return exchanged
}

async function connect(
  deps: SignupDeps,
  app: SignupApp,
  signup: CloudSignup,
  result: SignupResult,
): Promise<CloudAccount> {
  const { companyId, connectionId } = signup
  const open = (sealed: string) => deps.sealer.open(sealed, sealPurpose(companyId)) ?? ''
  const { businessAccountId } = result
  const granted = { businessAccountId, token: open(signup.sealedToken), appSecret: app.appSecret }
  const phoneNumberId = result.phoneNumberId || (await deps.signupApi.findNumberOnPhone(granted))
  const credentials = { ...granted, phoneNumberId }
  await assertFree(deps, signup, phoneNumberId)
  const number = await deps.cloudApi.check(credentials)
  const pin = await register(deps, credentials, result.pin || open(signup.sealedPin))
  const verifyToken = buildVerifyToken(app)
  if (deps.publicUrl !== '')
    await deps.signupApi.overrideWebhook(credentials, `${deps.publicUrl}${deps.webhookPath}`, verifyToken)
  const account = await deps.db.withTenant(companyId, async (tx) => {
    const stored = await storeCloudAccount(deps, tx, { companyId, connectionId }, (before) =>
      buildAccount(deps, signup, { before, entered: { ...credentials, verifyToken }, number, pin }),
    )
    const done = { ...signup, state: 'done' as const, sealedToken: '', sealedPin: '' }
    await deps.cloudSignups.save(tx, done)
    return stored
  })
  deps.nudge()
  return account
}

interface Accepted {
  before: CloudAccount | undefined
  entered: CloudCredentials & { verifyToken: string }
  number: CloudNumber
  /** Undefined where the number was registered before. */
  pin: string | undefined
}

function buildAccount(
  { sealer, clock }: SignupDeps,
  { companyId, connectionId }: Key,
  { pin, ...accepted }: Accepted,
): CloudAccount {
  const account = applyEntered(sealer, { companyId, connectionId }, accepted, clock.now())
  return pin === undefined ? account : { ...account, sealedPin: sealer.seal(pin, sealPurpose(companyId)) }
}

/* Before anything changes at Meta: what the number's other connection has stays as it is. */
async function assertFree(deps: SignupDeps, { companyId, connectionId }: Key, id: string): Promise<void> {
  // Platform scope: a number of another company is taken, too.
  const { items: accounts, failure } = await listOnPrimaries(deps.db, (tx) =>
    deps.cloudAccounts.listByMetaIds(tx, [id]),
  )
  if (failure !== undefined) throw failure
  const isTaken = accounts.some(
    (one) => one.phoneNumberId === id && !(one.companyId === companyId && one.connectionId === connectionId),
  )
  if (isTaken) throw new AppError('ERR_CLOUD_NUMBER_TAKEN')
}

async function register(
  { signupApi }: SignupDeps,
  credentials: CloudCredentials,
  pin: string,
): Promise<string | undefined> {
  if (await signupApi.isRegistered(credentials)) return undefined
  await signupApi.register(credentials, pin)
  return pin
}

/* Unless another sign-up of the connection has begun since. */
const forget = (deps: SignupDeps, { companyId, connectionId, codeHash }: CloudSignup): Promise<void> =>
  deps.db.withTenant(companyId, async (tx) => {
    const last = await deps.cloudSignups.find(tx, companyId, connectionId)
    if (last?.codeHash === codeHash && last.state !== 'done')
      await deps.cloudSignups.delete(tx, companyId, connectionId)
  })
