import { isRecord } from '@balcao/kernel'

import { anything, object, oneOf, text, type Json } from './fields'
import { GraphError } from './graph-error'
import { MESSAGE_KINDS } from './kinds'

/** A request to send, as far as it does not depend on what the network knows. */
export interface MessageRequest {
  kind: string
  /** Digits; undefined when it goes to a business-scoped id only. */
  to: string | undefined
  /** As given, for the answer. */
  input: string
  /** Business-scoped or parent id. */
  recipient: string | undefined
  callbackData: string | undefined
  quotedId: string | undefined
  body: Json
}

/* message-api reference (2025-11-26) and business-scoped-user-ids (2026-02-06). */
const ENVELOPE = {
  messaging_product: oneOf('whatsapp'),
  recipient_type: oneOf('individual', 'group'),
  to: text(),
  recipient: text(),
  type: text(),
  // message-api (2025-11-26): "maximum 512 characters".
  biz_opaque_callback_data: text({ max: 512 }),
  context: object({ message_id: text() }, ['message_id']),
}

const missing = (name: string) =>
  new GraphError(100, { message: `(#100) The parameter ${name} is required.`, details: '' })

/** @throws {GraphError} 100, 131008, 131009 or 131051 for what the documents do not allow. */
export function parseMessageRequest(body: unknown): MessageRequest {
  if (!isRecord(body) || body['messaging_product'] === undefined) throw missing('messaging_product')
  const kind = body['type'] === undefined ? 'text' : String(body['type'])
  const check = MESSAGE_KINDS[kind]
  if (!check) throw new GraphError(131051, { details: `Message type ${kind} is not currently supported.` })
  const others = Object.fromEntries(Object.keys(MESSAGE_KINDS).map((name) => [name, anything]))
  object({ ...ENVELOPE, ...others })(body, 'message')
  if (body[kind] === undefined || body[kind] === null) throw missing(kind)
  check(body[kind], kind)
  // messages/contextual-replies (2025-11): a reaction cannot quote.
  if (kind === 'reaction' && body['context'] !== undefined)
    throw new GraphError(131009, { details: 'A reaction cannot be a contextual reply.' })
  return { kind, ...parseRecipient(body), ...parseOptions(body), body }
}

function parseRecipient(body: Json): Pick<MessageRequest, 'to' | 'input' | 'recipient'> {
  if (body['recipient_type'] === 'group')
    throw new GraphError(131009, { details: 'Groups are not available to this phone number.' })
  const to = typeof body['to'] === 'string' ? body['to'] : undefined
  const recipient = typeof body['recipient'] === 'string' ? body['recipient'] : undefined
  if (to === undefined && recipient === undefined) throw missing('to')
  return {
    to: to === undefined ? undefined : parsePhone(to),
    input: to ?? recipient ?? '',
    recipient,
  }
}

/* Plus, spaces, hyphens and parentheses are accepted (business-phone-numbers/phone-numbers#whatsapp-user-phone-number-formats, 2025-11). */
function parsePhone(to: string): string {
  const digits = to.replaceAll(/[+\s()-]/g, '')
  if (!/^\d{7,15}$/.test(digits))
    throw new GraphError(131009, { details: `Parameter to is not a valid phone number: ${to}` })
  return digits
}

function parseOptions(body: Json): Pick<MessageRequest, 'callbackData' | 'quotedId'> {
  const context = body['context']
  return {
    callbackData: body['biz_opaque_callback_data'] as string | undefined,
    quotedId: isRecord(context) ? String(context['message_id']) : undefined,
  }
}
