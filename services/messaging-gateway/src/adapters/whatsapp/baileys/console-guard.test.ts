import { isCalledByLibrary } from './console-guard'

const stack = (caller: string) =>
  `Error\n    at console.info (/app/guard.js:1:1)\n    at ${caller}\n    at other`

it.each([
  ['close (/app/node_modules/libsignal/src/session_record.js:273:17)', true],
  ['f (C:\\app\\node_modules\\libsignal\\src\\curve.js:43:1)', true],
  ['g (file:///app/node_modules/@whiskeysockets/baileys/lib/Socket/communities.js:68:1)', true],
  ['main (/app/services/tickets/dist/service.js:1:1)', false],
  ['main (/app/node_modules/other/libsignal.js:1:1)', false],
])('what is said at %s is chatter: %s', (caller, expected) =>
  expect(isCalledByLibrary(stack(caller))).toBe(expected),
)

it('is not the library that calls other code', () => {
  expect(
    isCalledByLibrary(
      'Error\n at console.log\n at ours (/app/x.js)\n at f (/app/node_modules/libsignal/a.js)',
    ),
  ).toBe(false)
  expect(isCalledByLibrary(undefined)).toBe(false)
})
