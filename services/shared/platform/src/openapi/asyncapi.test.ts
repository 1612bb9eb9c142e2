import { publicEventKinds } from '@balcao/contracts'
import Ajv from 'ajv'
import standard from '@asyncapi/specs/schemas/3.0.0.json'

import { buildAsyncApi } from './asyncapi'

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

  it('has each kind of event, with a payload of that kind only', () => {
    const { messages } = document.components
    expect(Object.keys(messages)).toEqual([...publicEventKinds])
    for (const [kind, { payload, summary }] of Object.entries(messages)) {
      expect(payload.properties?.['event']).toEqual({ type: 'string', const: kind })
      expect(summary).not.toBe('')
    }
  })

  it('refers to nothing that it does not have', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(publicEventKinds.length)
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([])
  })
})
