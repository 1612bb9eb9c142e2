// usage: npm run release -- 6.1.0      on a clean main: closes the CHANGELOG, sets both charts' versions and what `npm run check` compares events and calls
//        with, commits, and tags the commit v6.1.0 with the CHANGELOG's entries. Publishes nothing: what to push and build is printed (docs/releasing.md).
import { readFile, writeFile } from 'node:fs/promises'

import { at, capture, must, say } from './support/project.mjs'
import {
  closeChangelog,
  findVersionFault,
  readChartVersion,
  setChartVersion,
} from './support/release-files.mjs'

const CHARTS = ['helm/balcao/Chart.yaml', 'helm/evaluation/Chart.yaml'].map((file) => at(file))

async function assertClean() {
  const { stdout } = await capture('git', ['-C', at('.'), 'status', '--porcelain'])
  if (stdout.trim() !== '') throw new Error('there are changes that are not committed')
}

async function edit(file, change) {
  const text = await readFile(file, 'utf8')
  await writeFile(file, change(text))
}

async function release(version) {
  const fault = findVersionFault(version, readChartVersion(await readFile(CHARTS[0], 'utf8')))
  if (fault) throw new Error(fault)
  await assertClean()
  // First, as the only step that may fail for reasons of its own.
  await must(process.execPath, [at('scripts/codegen.mjs'), '--baseline'])
  let entries = ''
  await edit(at('CHANGELOG.md'), (text) => {
    const closed = closeChangelog(text, version, new Date().toISOString().slice(0, 10))
    entries = closed.entries
    return closed.text
  })
  for (const chart of CHARTS) await edit(chart, (text) => setChartVersion(text, version))
  await must('git', ['-C', at('.'), 'commit', '--all', '--quiet', '--message', `release: ${version}`])
  await must('git', [
    '-C',
    at('.'),
    'tag',
    '--annotate',
    `v${version}`,
    '--cleanup=verbatim',
    '--message',
    `${version}\n\n${entries}`,
  ])
  say(`v${version} is tagged. To publish it:

  git push origin main v${version}
  # the images under this tag, then their digests into image.digests of your values (deploy/README.md, Install)
`)
}

try {
  const [version] = process.argv.slice(2)
  if (!version) throw new Error('usage: npm run release -- 6.1.0')
  await release(version)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
