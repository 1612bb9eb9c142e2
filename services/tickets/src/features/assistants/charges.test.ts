import { isPhoneOf } from './charges'

it.each([
  ['5511987654321', '11987654321', true],
  ['551187654321', '(11) 98765-4321', true],
  ['5511987654321', '+55 11 8765-4321', true],
  ['551133334444', '1133334444', true],
  ['5511987654321', '11987654322', false],
  ['5511987654321', '21987654321', false],
  ['5511987654321', '', false],
  ['', '', false],
  ['14155550101', '+1 415 555 0101', true],
])('the chat of %s is of the phone “%s”: %s', (number, phone, expected) =>
  expect(isPhoneOf(number, ['', phone])).toBe(expected),
)
