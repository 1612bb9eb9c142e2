import { readCallingCode } from './calling-code'

describe('the calling code of a number', () => {
  it.each([
    ['5511999990001', '55'],
    ['351912345678', '351'],
    ['12025550123', '1'],
    ['77011234567', '7'],
    ['595981123456', '595'],
    ['541122334455', '54'],
    ['244923456789', '244'],
    ['4915112345678', '49'],
    ['', ''],
    ['0551199', ''],
    ['123', ''],
    ['1203630000000000000', ''],
  ])('of %s is %j', (number, code) => expect(readCallingCode(number)).toBe(code))
})
