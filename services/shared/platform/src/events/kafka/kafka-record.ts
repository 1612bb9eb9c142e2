import type { TransportedEvent, OutboxRow } from '../event-transport.port'
import type { KafkaMessage, Message } from './kafka-client'

const HEADERS = { eventId: 'event-id', type: 'event-case', companyId: 'company-id', schema: 'schema' }
const BEGINS = 'generation-begins'

/** A row as a Kafka message: keyed, so that the events of an ordering key share a partition. */
export function toMessage(row: OutboxRow): Message & { value: string } {
  return {
    key: row.orderingKey,
    value: JSON.stringify(row.body),
    headers: {
      [HEADERS.eventId]: row.eventId,
      [HEADERS.type]: row.type,
      [HEADERS.companyId]: String(row.companyId),
      [HEADERS.schema]: row.schema,
      ...readTraceHeader(row.body),
    },
  }
}

/** The first record of a generation: consumers see that it has begun, and skip it. */
export const firstRecord = (): Message & { value: string } => ({
  key: BEGINS,
  value: '{}',
  headers: { [BEGINS]: '1' },
})

export const isFirstRecord = ({ headers }: Pick<KafkaMessage, 'headers'>): boolean =>
  headers?.[BEGINS] !== undefined

function readTraceHeader(body: unknown): { traceparent?: string } {
  if (typeof body !== 'object' || body === null || !('traceparent' in body)) return {}
  return typeof body.traceparent === 'string' ? { traceparent: body.traceparent } : {}
}

function header(message: KafkaMessage, name: string): string {
  const value = message.headers?.[name]
  if (value === undefined || Array.isArray(value)) throw new Error(`no header ${name}`)
  return value.toString()
}

/** The event case of a record. @throws {Error} for a record without our headers. */
export const readEventCase = (message: KafkaMessage): string => header(message, HEADERS.type)

/** @throws {Error} that describes the fault and never quotes the content. */
export function readRecord(topic: string, message: KafkaMessage): TransportedEvent {
  const companyId = Number(header(message, HEADERS.companyId))
  if (!Number.isSafeInteger(companyId)) throw new Error(`no number in header ${HEADERS.companyId}`)
  if (message.key === null) throw new Error('no key')
  return {
    topic,
    type: readEventCase(message),
    eventId: header(message, HEADERS.eventId),
    companyId,
    orderingKey: message.key.toString(),
    body: readBody(message.value),
  }
}

function readBody(value: Buffer | null): unknown {
  if (value === null) throw new Error('no body')
  try {
    return JSON.parse(value.toString())
  } catch (cause) {
    // A parser's message quotes its input.
    throw new Error('a body that is not JSON', { cause: cause instanceof Error ? cause.name : 'unknown' })
  }
}
