import { companyId } from '@balcao/contracts'

import { createMediaReferenceCipher } from './media-reference-cipher'

const reference = { url: 'https://media.example/x', mediaKey: 'c2VjcmV0' }

describe('a media reference', () => {
  const cipher = createMediaReferenceCipher('a secret of the gateway')
  const sealed = cipher.seal(companyId(1), 'row', reference)

  it('opens in its row', () => expect(cipher.open(companyId(1), 'row', sealed)).toEqual(reference))

  it('is not readable when sealed', () => expect(sealed.toString('latin1')).not.toContain('c2VjcmV0'))

  it.each([
    [companyId(2), 'row', 'a secret of the gateway'],
    [companyId(1), 'another', 'a secret of the gateway'],
    [companyId(1), 'row', 'another secret'],
  ])('opens only for its company, row and secret: %s %s', (company, id, secret) =>
    expect(createMediaReferenceCipher(secret).open(company, id, sealed)).toBeUndefined(),
  )
})
