import { readImageSize } from './image-size'

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000014000000258', 'hex'),
])
const gif = Buffer.from('474946383961400158020000', 'hex')
const jpeg = Buffer.from('ffd8ffe000044a46ffc00011080258014003012200', 'hex')

describe('the size of an image', () => {
  it.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/jpeg', jpeg],
  ])('is read from a %s', (mimeType, head) =>
    expect(readImageSize(mimeType, head)).toEqual({ width: 320, height: 600 }),
  )

  it.each(['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'application/pdf'])(
    'is unknown for a broken %s',
    (mimeType) => {
      for (let length = 0; length < 9; length++)
        expect(readImageSize(mimeType, Buffer.alloc(length, 0xff))).toBeUndefined()
    },
  )
})
