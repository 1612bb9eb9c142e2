import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  closeChangelog,
  findVersionFault,
  readChartVersion,
  setChartVersion,
} from '../support/release-files.mjs'

for (const [next, last, follows] of [
  ['6.0.1', '6.0.0', true],
  ['6.1.0', '6.0.4', true],
  ['7.0.0', '6.3.1', true],
  ['6.0.0', '6.0.0', false],
  ['5.9.0', '6.0.0', false],
  ['6.2.0', '6.0.0', false],
  ['6.1.1', '6.0.0', false],
  ['7.1.0', '6.0.0', false],
])
  test(`${next} ${follows ? 'follows' : 'does not follow'} ${last}`, () =>
    assert.equal(findVersionFault(next, last) === undefined, follows))

test('a release is three numbers', () =>
  assert.throws(() => findVersionFault('v6.1', '6.0.0'), /three numbers/))

test('what was unreleased is the release’s', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### New\n\n- A thing.\n\n## 6.0.0 (2026-11-01)\n\n- Older.\n'
  assert.deepEqual(closeChangelog(text, '6.1.0', '2026-11-30'), {
    text: '# Changelog\n\n## Unreleased\n\n## 6.1.0 (2026-11-30)\n\n### New\n\n- A thing.\n\n## 6.0.0 (2026-11-01)\n\n- Older.\n',
    entries: '### New\n\n- A thing.',
  })
})

for (const text of ['# Changelog\n', '# Changelog\n\n## Unreleased\n\n## 6.0.0 (2026-11-01)\n\n- Older.\n'])
  test(`nothing to release in ${JSON.stringify(text)}`, () =>
    assert.throws(() => closeChangelog(text, '6.1.0', '2026-11-30'), /nothing under/))

test('a chart has the release twice, and the version of Kubernetes stays', () => {
  const chart = "version: 6.0.0\nappVersion: 6.0.0\nkubeVersion: '>=1.30.0-0'\n"
  assert.equal(
    setChartVersion(chart, '6.1.0'),
    "version: 6.1.0\nappVersion: 6.1.0\nkubeVersion: '>=1.30.0-0'\n",
  )
  assert.equal(readChartVersion(chart), '6.0.0')
})
