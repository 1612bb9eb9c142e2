import { contactBody } from '@balcao/contracts'

import { toContactBody } from './contact-form'

describe("a contact's body", () => {
  const body = toContactBody({
    name: ' Helena ',
    number: '+55 (11) 98765-4321',
    email: '',
    extraInfo: [
      { id: 3, name: 'CPF ', value: '1' },
      { name: '', value: '' },
    ],
  })
  it('has digits only and no empty rows', () =>
    expect(body).toEqual({
      name: 'Helena',
      number: '+5511987654321',
      email: '',
      extraInfo: [{ id: 3, name: 'CPF', value: '1' }],
    }))
  it('has the country of a number without one', () =>
    expect(toContactBody({ name: 'H', number: '(11) 98765-4321', email: '', extraInfo: [] }).number).toBe(
      '+5511987654321',
    ))
  it('is what the server takes', async () => expect(await contactBody.isValid(body)).toBe(true))
})
