import { toEntries } from './address-book'

describe('the entries of an address book', () => {
  it('have a number and its last name', () => {
    expect(
      toEntries([
        { number: '5511999990001', lid: '', name: 'Ana' },
        { number: '5511999990002', lid: '77', name: '  ' },
        { number: '', lid: '88', name: 'Só com privacidade' },
        { number: '+55 11 99999-0001', lid: '', name: ' Ana\0 Maria ' },
      ]),
    ).toEqual([{ number: '5511999990001', name: 'Ana Maria' }])
  })
})
