import type { OutboxRow } from '../event-transport.port'
import type { KafkaMessage } from './kafka-client'
import { readRecord, toMessage } from './kafka-record'

const row: OutboxRow = {
  seq: 9,
  schema: 'tickets',
  topic: 'tickets',
  type: 'ticketChanged',
  eventId: '0197',
  companyId: 7,
  orderingKey: 'ticket:1',
  body: { eventId: '0197', traceparent: '00-aa-bb-01' },
}

const arrived = (sent: ReturnType<typeof toMessage>): KafkaMessage => ({
  key: Buffer.from(String(sent.key)),
  value: Buffer.from(sent.value),
  headers: Object.fromEntries(
    Object.entries(sent.headers ?? {}).map(([name, value]) => [name, Buffer.from(String(value))]),
  ),
  timestamp: '0',
  attributes: 0,
  offset: '0',
})

describe('a record', () => {
  it('carries its event there and back', () => {
    const { seq: _seq, schema: _schema, ...carried } = row
    expect(readRecord('tickets', arrived(toMessage(row)))).toEqual(carried)
  })

  it('is keyed by its ordering key and names its trace and its schema', () => {
    const { key, headers } = toMessage(row)
    expect(key).toBe('ticket:1')
    expect(headers).toMatchObject({ schema: 'tickets', traceparent: '00-aa-bb-01' })
  })

  it('that cannot be read is described without its text', () => {
    const broken = { ...toMessage(row), value: '{"body": secret' }
    expect(() => readRecord('tickets', arrived(broken))).toThrow(/^a body that is not JSON$/)
    expect(() => readRecord('tickets', arrived({ ...broken, headers: {} }))).toThrow('no header company-id')
  })
})
