import { publicEventKinds } from '@balcao/contracts'
import Ajv from 'ajv'
import standard from '@asyncapi/specs/schemas/3.0.0.json'

import { buildAsyncApi, buildEventSchema } from './asyncapi'

const document = buildAsyncApi('1.2.3')

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)

describe('the AsyncAPI document', () => {
  it('is one, by the schema of the standard', () => {
    // The standard's bundle brings JSON Schema's own.
    const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false })
    const isAsyncApi = ajv.compile(standard)
    expect([isAsyncApi(document), isAsyncApi.errors]).toEqual([true, null])
    expect(isAsyncApi({ ...document, channels: { webhook: { adress: '' } } })).toBe(false)
  })

  it('has each kind of event, with a payload of that kind only, for webhooks and for topics', () => {
    const { messages } = document.components
    expect(Object.keys(messages)).toEqual([
      ...publicEventKinds,
      ...publicEventKinds.map((kind) => `record.${kind}`),
    ])
    for (const kind of publicEventKinds) {
      const [posted, written] = [messages[kind], messages[`record.${kind}`]]
      expect(posted?.payload).toMatchObject({ properties: { event: { type: 'string', const: kind } } })
      expect(posted?.summary).not.toBe('')
      expect(resolve(written?.payload.$ref ?? '')).toBe(posted?.payload)
    }
  })

  it('refers to nothing that it does not have', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(publicEventKinds.length)
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([])
  })
})

describe('the schema of the body', () => {
  const schema = buildEventSchema()
  const isEvent = new Ajv({
    strict: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  }).compile(schema)
  const event = {
    id: 'e',
    sequence: 1,
    event: 'contact.deleted',
    occurredAt: '2026-11-27T12:00:00.000Z',
    companyId: 1,
    ticketId: null,
    data: { contactId: 5 },
  }

  it('takes an event and what is new in it, and nothing that lacks what consumers read', () => {
    expect([isEvent(event), isEvent.errors]).toEqual([true, null])
    expect(isEvent({ ...event, data: { contactId: 5, added: true }, later: 1 })).toBe(true)
    expect(isEvent({ ...event, data: {} })).toBe(false)
    expect(isEvent({ ...event, companyId: '1' })).toBe(false)
    expect(isEvent({ ...event, event: 'message.received' })).toBe(false)
  })

  it('stands alone', () => {
    const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(0)
    expect(refs.filter((ref) => !ref.startsWith('#/$defs/') || !(ref.slice(8) in schema.$defs))).toEqual([])
  })
})
