import { companyId, userId } from '@balcao/contracts'
import type { Session, TokenClaims } from '@balcao/kernel'
import type { Metadata } from '@grpc/grpc-js'

const CALLER = 'desk-caller'
const SESSION = 'desk-session'

/** The service and session on whose behalf a call is made. */
export interface CallOrigin {
  /** The calling service's claim; with TLS its certificate is used instead. */
  caller?: string
  session?: Session
}

export function writeOrigin(metadata: Metadata, { caller, session }: CallOrigin): void {
  if (caller !== undefined) metadata.set(CALLER, caller)
  if (session) metadata.set(SESSION, `${session.companyId}.${session.userId}.${session.tokenVersion}`)
}

export function readCaller(metadata: Metadata): string | undefined {
  const [caller] = metadata.get(CALLER)
  return caller?.toString()
}

/** Undefined without a session; `'malformed'` when the value cannot be one. */
export function readSession(metadata: Metadata): TokenClaims | 'malformed' | undefined {
  const [text] = metadata.get(SESSION)
  if (text === undefined) return undefined
  const [, company, user, version] =
    /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.(\d{1,10})$/.exec(text.toString()) ?? []
  if (version === undefined) return 'malformed'
  return {
    companyId: companyId(Number(company)),
    userId: userId(Number(user)),
    tokenVersion: Number(version),
  }
}
