import type { proto } from '@whiskeysockets/baileys'

import type { MessageMark } from '../../../../features/whatsapp-driver'
import { nothing, unsupported, type ReadContent, type Reading } from './content'
import { fields, type Wrapper } from './message-fields'
import { readAd } from './read-ad'
import { readProtocol } from './read-protocol'
import { sanitizeId } from './sanitize-values'

/** Nested wrappers; known clients use at most three. */
const MAX_DEPTH = 8

/** What the envelope states about the message. */
export interface EnvelopeFacts {
  /** The server marks it as a view-once message, whose content it delivers to the phone only. */
  isViewOnce?: boolean
}

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

const isWrapper = (fate: unknown): fate is Wrapper =>
  typeof fate === 'object' && fate !== null && 'unwrap' in fate

interface Unwrapped {
  reading: Reading
  context: proto.IContextInfo | undefined
  marks: Set<MessageMark>
}

type Content = { field: keyof typeof fields; value: unknown }

/* Displayed content ranks before content that this build cannot read, and that before protocol traffic. */
function computeRank({ field }: Content): number {
  const fate = fields[field]
  if (typeof fate !== 'string') return 0
  return fate === 'unsupported' ? 1 : 2
}

/* protobufjs makes the fields that are set own properties, in the order of the wire. */
function chooseContent(message: proto.IMessage): Content | undefined {
  const set = Object.entries(message).flatMap(([field, value]) =>
    isField(field) && value != null && value !== '' ? [{ field, value: value as unknown }] : [],
  )
  const content = set.filter(({ field }) => fields[field] !== 'aside')
  const [first] = content.sort((left, right) => computeRank(left) - computeRank(right))
  return first ?? findSenderKey(message, set)
}

/*
 * A sender key alone has no content to show. Beside a message secret there was a message of a type that is newer than
 * this table and was dropped in decoding.
 */
function findSenderKey(message: proto.IMessage, set: Content[]): Content | undefined {
  const key = set.find(({ field }) => field.toLowerCase().includes('senderkey'))
  return message.messageContextInfo?.messageSecret?.length ? undefined : key
}

function unwrap(
  message: proto.IMessage | null | undefined,
  marks: Set<MessageMark>,
  depth: number,
): Unwrapped {
  const content = message && depth < MAX_DEPTH ? chooseContent(message) : undefined
  if (!content) return { reading: unsupported, context: undefined, marks }
  const entry = fields[content.field]
  if (isWrapper(entry)) {
    if (entry.mark) marks.add(entry.mark)
    const inner = entry.unwrap(content.value)
    return inner === 'nothing'
      ? { reading: nothing, context: undefined, marks }
      : unwrap(inner, marks, depth + 1)
  }
  return { reading: readField(entry, content, depth), context: readContext(content.value, marks), marks }
}

type PlainEntry = Exclude<(typeof fields)[keyof typeof fields], Wrapper>

function readField(entry: PlainEntry, { field, value }: Content, depth: number): Reading {
  if (entry === 'unsupported') return unsupported
  if (typeof entry === 'string') return nothing
  if (field === 'protocolMessage')
    return readProtocol(value as proto.Message.IProtocolMessage, (edited) =>
      toReadContent(unwrap(edited, new Set(), depth + 1)),
    )
  return (entry as (content: unknown) => Reading)(value)
}

function readContext(value: unknown, marks: Set<MessageMark>): proto.IContextInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('viewOnce' in value && value.viewOnce === true) marks.add('viewOnce')
  const context = 'contextInfo' in value ? (value.contextInfo as proto.IContextInfo | null) : undefined
  if (context?.isForwarded || (context?.forwardingScore ?? 0) > 0) marks.add('forwarded')
  if ((context?.expiration ?? 0) > 0) marks.add('ephemeral')
  return context ?? undefined
}

function toReadContent({ reading, context, marks }: Unwrapped): ReadContent {
  if (reading.as !== 'content') return reading
  const { kind, body, location, vcard = '', media } = reading
  const isEmpty = kind === 'chat' && body.trim() === ''
  return {
    as: 'message',
    kind: isEmpty ? 'unsupported' : kind,
    body: isEmpty ? '' : body,
    quotedWaId: sanitizeId(context?.stanzaId),
    location,
    vcard,
    ad: readAd(context),
    marks: [...marks],
    media,
  }
}

/**
 * The content of a decrypted message, for any input: never throws, and never omits
 * what a phone displays (`kind: 'unsupported'` where this build cannot read it).
 * Whether the sender is allowed to send it is checked by `checkContent`.
 */
export function readContent(
  message: proto.IMessage | null | undefined,
  envelope: EnvelopeFacts = {},
): ReadContent {
  const marks = new Set<MessageMark>(envelope.isViewOnce ? ['viewOnce'] : [])
  return toReadContent(unwrap(message, marks, 0))
}
