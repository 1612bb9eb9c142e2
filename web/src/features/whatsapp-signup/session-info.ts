import { isRecord, readText } from '../../lib/read-json'
import type { SignupEnd } from '../../lib/signup-channel'

/** What Meta's dialog says of itself while it is open. */
export type SessionInfo =
  { kind: 'number'; phoneNumberId: string; businessAccountId: string } | { kind: 'end'; end: SignupEnd }

const LONGEST_MESSAGE = 300

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    // Other messages of the same window, which are not of the sign-up.
    return undefined
  }
}

/**
 * The session info of a window's message; undefined when it is not one. What ends a flow with a number may have another name than FINISH;
 * an error comes as CANCEL with Meta's words, or as ERROR (embedded-signup/implementation, 28 June 2026, read 29 November 2026).
 */
export function readSessionInfo(message: unknown): SessionInfo | undefined {
  const info = parse(message)
  if (!isRecord(info) || info.type !== 'WA_EMBEDDED_SIGNUP') return undefined
  const data = isRecord(info.data) ? info.data : {}
  const event = readText(info.event)
  const said = readText(data.error_message).slice(0, LONGEST_MESSAGE)
  if (said !== '') return { kind: 'end', end: { why: 'failed', message: said } }
  if (event === 'CANCEL' || event === 'ERROR') return { kind: 'end', end: { why: 'cancelled' } }
  if (!event.startsWith('FINISH')) return undefined
  const phoneNumberId = readText(data.phone_number_id)
  const businessAccountId = readText(data.waba_id)
  const isNumberNeeded = event !== 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING'
  return (isNumberNeeded && phoneNumberId === '') || businessAccountId === ''
    ? { kind: 'end', end: { why: 'noNumber' } }
    : { kind: 'number', phoneNumberId, businessAccountId }
}
