import { anything, list, object, oneOf, text, type Check } from '../fields'
import { checkLocation } from './location'
import { checkHeaderFile } from './media'

const file = (kind: string): Check => checkHeaderFile[kind] ?? anything

/* templates/components and templates/{utility,marketing}-templates (2025-11). */
const parameter = object(
  {
    type: oneOf(
      'text',
      'currency',
      'date_time',
      'image',
      'video',
      'document',
      'location',
      'payload',
      'coupon_code',
      'action',
    ),
    parameter_name: text(),
    text: text({ min: 0 }),
    currency: object({ fallback_value: text(), code: text(), amount_1000: anything }, ['fallback_value']),
    date_time: anything,
    image: file('image'),
    video: file('video'),
    document: file('document'),
    location: checkLocation,
    payload: text({ max: 256, name: 'Payload' }),
    coupon_code: text({ max: 20, name: 'Coupon code' }),
    action: anything,
  },
  ['type'],
)

const component = object(
  {
    type: text(),
    sub_type: text(),
    index: anything,
    parameters: list(parameter, { min: 0, max: 100 }),
  },
  ['type'],
)

export const checkTemplate: Check = object(
  {
    name: text({ max: 512 }),
    namespace: text(),
    language: object({ code: text(), policy: oneOf('deterministic') }, ['code']),
    components: list(component, { min: 0, max: 100 }),
  },
  ['name', 'language'],
)
