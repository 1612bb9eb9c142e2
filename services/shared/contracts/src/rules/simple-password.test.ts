import { isOneCharacter } from './simple-password'

it.each(['aaaaa', '11111', '     ', 'AaAaA', '🔑🔑🔑🔑🔑', '\u00a0 \u00a0 \u00a0'])(
  '%j is one character',
  (text) => expect(isOneCharacter(text)).toBe(true),
)

it.each(['', 'aaaab', '12121', ' a   '])('%j is not', (text) => expect(isOneCharacter(text)).toBe(false))
