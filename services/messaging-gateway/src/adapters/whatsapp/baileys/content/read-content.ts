import type { proto } from '@whiskeysockets/baileys'

import type { MessageMark } from '../../../../features/whatsapp-driver'
import { nothing, unsupported, type ReadContent, type Reading } from './content'
import { fields, type Wrapper } from './message-fields'
import { readAd } from './read-ad'
import { readProtocol } from './read-protocol'
import { saneId } from './sane-values'

/** Wrappers within wrappers: an app makes three at most. */
const MAX_DEPTH = 8

/** What the envelope told beside the message. */
export interface EnvelopeFacts {
  /** The server says that it is a view-once message, which is delivered to the phone only. */
  isViewOnce?: boolean
}

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

const isWrapper = (fate: unknown): fate is Wrapper =>
  typeof fate === 'object' && fate !== null && 'unwrap' in fate

interface Opened {
  reading: Reading
  context: proto.IContextInfo | undefined
  marks: Set<MessageMark>
}

type Content = { field: keyof typeof fields; value: unknown }

/* What a person sees goes before what this build cannot read, and that before what says nothing. */
function rankOf({ field }: Content): number {
  const fate = fields[field]
  if (typeof fate !== 'string') return 0
  return fate === 'unsupported' ? 1 : 2
}

/* A decoded message has its set fields as own ones, in the order of the wire. */
function contentOf(message: proto.IMessage): Content | undefined {
  const set = Object.entries(message).flatMap(([field, value]) =>
    isField(field) && value != null && value !== '' ? [{ field, value: value as unknown }] : [],
  )
  const content = set.filter(({ field }) => fields[field] !== 'aside')
  const [first] = content.sort((left, right) => rankOf(left) - rankOf(right))
  return first ?? silenceOf(message, set)
}

/*
 * A sender key that travels alone says nothing. Beside a secret it does not: then there was a message, of a kind that
 * is newer than this table, and it was dropped in decoding.
 */
function silenceOf(message: proto.IMessage, set: Content[]): Content | undefined {
  const key = set.find(({ field }) => field.toLowerCase().includes('senderkey'))
  return message.messageContextInfo?.messageSecret?.length ? undefined : key
}

function open(message: proto.IMessage | null | undefined, marks: Set<MessageMark>, depth: number): Opened {
  const content = message && depth < MAX_DEPTH ? contentOf(message) : undefined
  if (!content) return { reading: unsupported, context: undefined, marks }
  const entry = fields[content.field]
  if (isWrapper(entry)) {
    if (entry.mark) marks.add(entry.mark)
    const inner = entry.unwrap(content.value)
    return inner === 'nothing'
      ? { reading: nothing, context: undefined, marks }
      : open(inner, marks, depth + 1)
  }
  return { reading: readingOf(entry, content, depth), context: contextOf(content.value, marks), marks }
}

type PlainEntry = Exclude<(typeof fields)[keyof typeof fields], Wrapper>

function readingOf(entry: PlainEntry, { field, value }: Content, depth: number): Reading {
  if (entry === 'unsupported') return unsupported
  if (typeof entry === 'string') return nothing
  if (field === 'protocolMessage')
    return readProtocol(value as proto.Message.IProtocolMessage, (edited) =>
      finish(open(edited, new Set(), depth + 1)),
    )
  return (entry as (content: unknown) => Reading)(value)
}

function contextOf(value: unknown, marks: Set<MessageMark>): proto.IContextInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('viewOnce' in value && value.viewOnce === true) marks.add('viewOnce')
  const context = 'contextInfo' in value ? (value.contextInfo as proto.IContextInfo | null) : undefined
  if (context?.isForwarded || (context?.forwardingScore ?? 0) > 0) marks.add('forwarded')
  if ((context?.expiration ?? 0) > 0) marks.add('ephemeral')
  return context ?? undefined
}

function finish({ reading, context, marks }: Opened): ReadContent {
  if (reading.as !== 'said') return reading
  const { kind, body, location, vcard = '', media } = reading
  const isEmpty = kind === 'chat' && body.trim() === ''
  return {
    as: 'message',
    kind: isEmpty ? 'unsupported' : kind,
    body: isEmpty ? '' : body,
    quotedWaId: saneId(context?.stanzaId),
    location,
    vcard,
    ad: readAd(context),
    marks: [...marks],
    media,
  }
}

/**
 * What a decrypted message says, whatever its sender put into it: never a throw, and never silence for what a person
 * would see (`kind: 'unsupported'` where this build cannot read it). Whether the sender may say it is another question.
 */
export function readContent(
  message: proto.IMessage | null | undefined,
  envelope: EnvelopeFacts = {},
): ReadContent {
  const marks = new Set<MessageMark>(envelope.isViewOnce ? ['viewOnce'] : [])
  return finish(open(message, marks, 0))
}
