import type { SignupAppView } from '@balcao/contracts'

import type { SignupEnd, SignupResult } from '../../lib/signup-channel'
import { openMetaLogin, type loadMetaSdk } from './meta-sdk'
import { readSessionInfo, type SessionInfo } from './session-info'

export type SignupOutcome = { kind: 'finished'; result: SignupResult } | { kind: 'ended'; end: SignupEnd }

/* The code and the session come apart from each other, in either order; the code lives for 30 s. */
const WAIT_WITH_CODE_MS = 5_000
const WAIT_WITHOUT_CODE_MS = 1_000

/* Collects what Meta's windows say; others are not heard. */
function hearSession(origins: readonly string[]) {
  let last: SessionInfo | undefined
  let tell: () => void = () => undefined
  const hear = ({ origin, data }: MessageEvent<unknown>) => {
    if (!origins.includes(origin)) return
    last = readSessionInfo(data) ?? last
    if (last) tell()
  }
  window.addEventListener('message', hear)
  return {
    /** What was said last, once anything was; undefined after a while. */
    wait: (ms: number) =>
      new Promise<SessionInfo | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(last), ms)
        tell = () => {
          clearTimeout(timer)
          resolve(last)
        }
        if (last) tell()
      }),
    stop: () => window.removeEventListener('message', hear),
  }
}

/** Opens Meta's dialog and waits for its end. To be called by a click. */
export async function runSignup(
  sdk: Awaited<ReturnType<typeof loadMetaSdk>>,
  app: SignupAppView,
  isOnPhone: boolean,
): Promise<SignupOutcome> {
  const session = hearSession(app.origins)
  try {
    const code = await openMetaLogin(sdk, app, isOnPhone)
    const info = await session.wait(code === undefined ? WAIT_WITHOUT_CODE_MS : WAIT_WITH_CODE_MS)
    if (info?.kind === 'end') return { kind: 'ended', end: info.end }
    if (code === undefined) return { kind: 'ended', end: { why: 'cancelled' } }
    if (!info) return { kind: 'ended', end: { why: 'noNumber' } }
    const { phoneNumberId, businessAccountId } = info
    return { kind: 'finished', result: { code, phoneNumberId, businessAccountId } }
  } finally {
    session.stop()
  }
}
