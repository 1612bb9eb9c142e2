import { createUploadSlots } from './upload-slots'

describe('slots for uploads', () => {
  it('are limited for one address and for all together', () => {
    const slots = createUploadSlots({ total: 3, perAddress: 2 })
    slots.take('a')
    const second = slots.take('a')
    expect(() => slots.take('a')).toThrow(expect.objectContaining({ code: 'ERR_TOO_MANY_REQUESTS' }))
    slots.take('b')
    expect(() => slots.take('c')).toThrow(expect.objectContaining({ code: 'ERR_TOO_MANY_REQUESTS' }))
    second()
    second()
    slots.take('c')
    expect(() => slots.take('c')).toThrow(expect.objectContaining({ retryAfterSeconds: 2 }))
  })
})
