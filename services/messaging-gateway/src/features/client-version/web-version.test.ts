import { isOlder, pickNewer, parseWebVersion, parseServiceWorker, formatWebVersion } from './web-version'

describe('a version of the web client', () => {
  it.each([
    ['2.3000.1043857760', [2, 3000, 1_043_857_760]],
    ['2.3000', undefined],
    ['2.3000.x', undefined],
    ['', undefined],
    ['v2.3000.1', undefined],
  ])('%s is %j', (text, version) => {
    expect(parseWebVersion(text)).toEqual(version)
    if (version) expect(formatWebVersion(parseWebVersion(text) ?? [0, 0, 0])).toBe(text)
  })

  it.each([
    [[2, 3000, 1], [2, 3000, 2], true],
    [[2, 3000, 2], [2, 3000, 1], false],
    [[2, 3000, 2], [2, 3000, 2], false],
    [[2, 2999, 9], [2, 3000, 1], true],
    [[3, 0, 0], [2, 3000, 1], false],
  ] as const)('%j is older than %j: %s', (one, other, expected) => {
    expect(isOlder(one, other)).toBe(expected)
    expect(pickNewer(one, other)).toEqual(expected ? other : one)
  })

  it.each([
    ['self.x={"client_revision":1045649367,"b":1}', [2, 3000, 1_045_649_367]],
    [String.raw`self.x="{\"client_revision\":1045649367}"`, [2, 3000, 1_045_649_367]],
    ['"client_revision": 17 ', [2, 3000, 17]],
    ['<html>please update your browser</html>', undefined],
    ['', undefined],
  ])('is found in the service worker: %s', (script, version) => {
    expect(parseServiceWorker(script)).toEqual(version)
  })
})
