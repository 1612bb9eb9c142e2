// usage: npm test [-- --unit | --int | --e2e | --browser | --slow | --soak | --interop | --cluster | <part of a path>] …      runs the tests tier by tier
//        TEST_RUNS=2 runs a file that failed once more, soaks apart, and names those that passed then
//        --shard=1/2 runs one of two parts of the chosen files
//        --keep-times writes how long each file took (5 s or more) into bench/test-times.tsv; the longest begin first
//        npm run interop      the fake WhatsApp against a client that nobody here wrote; needs Go and its module proxy
//        npm run test:cluster [-- --strict]      what needs engines, at DATABASE_URL, KAFKA_BROKERS, REDIS_URL, MONGO_URL, S3_*; with
//        --strict a skipped test is a failure when this machine could have run it
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'

import { findBrowser } from './support/chromium.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { enginesFolder } from './support/kube-tools.mjs'
import { at, bin, capture, run, say } from './support/project.mjs'
import { shortenFailure } from './support/shorten-failure.mjs'
import { keepTimes } from './support/test-times.cjs'

checkNode()
await installIfNeeded()

const chromium = await findBrowser()
/* Where there is none, it cannot be started. */
const hasGo = () =>
  capture('go', ['version']).then(
    ({ code }) => code === 0,
    () => false,
  )

/*
 * A tier is a suffix: see STYLE_GUIDE.md. Unit tests keep the processor busy; integration tests and desks wait for each other's
 * processes half of the time, so more of them than cores run at once (docs/decisions/0052-test-tiers.md).
 * A test with processes of its own that fails before its clean-up must not keep the run from ending.
 */
const cores = Math.max(2, availableParallelism())
const BUSY = [`--maxWorkers=${cores}`]
const WAITING = [`--maxWorkers=${cores + 1}`]
const DESKS = [`--maxWorkers=${cores + 1}`, '--forceExit']
const ALONE = ['--runInBand', '--forceExit']
/* Workers have them too. Each file's modules live for seconds: with room for what is young, integration tests take 6 % less time. */
const NODE_FLAGS = ['--max-semi-space-size=64']
const tiers = [
  {
    name: 'unit',
    pattern: String.raw`^(?!.*\.(int|e2e|browser|slow|soak|interop|cluster)\.test\.).*\.test\.tsx?$`,
    args: BUSY,
  },
  { name: 'int', pattern: String.raw`\.int\.test\.tsx?$`, args: WAITING },
  // Each file has a desk of its own.
  { name: 'e2e', pattern: String.raw`\.e2e\.test\.tsx?$`, args: DESKS, needsBuild: true },
  {
    name: 'browser',
    pattern: String.raw`\.browser\.test\.tsx?$`,
    // Beside the other desks.
    with: 'e2e',
    args: DESKS,
    needsBuild: true,
    missing: chromium ? undefined : 'no Chromium on this machine (apt-get install chromium, or set CHROMIUM)',
  },
  {
    // Desks and browsers that go through everything.
    name: 'slow',
    pattern: String.raw`\.slow\.test\.tsx?$`,
    args: DESKS,
    needsBuild: true,
    missing: process.argv.includes('--slow') ? undefined : 'takes minutes: npm test -- --slow',
  },
  {
    name: 'soak',
    pattern: String.raw`\.soak\.test\.tsx?$`,
    args: ALONE,
    // Loss and doubling under kills: one failure in many is a fault.
    hasOneRun: true,
    needsBuild: true,
    missing: process.argv.includes('--soak') ? undefined : 'takes minutes: npm test -- --soak',
  },
  {
    // Against a client in Go, built when it runs.
    name: 'interop',
    pattern: String.raw`\.interop\.test\.tsx?$`,
    args: ALONE,
    missing: process.argv.includes('--interop')
      ? (await hasGo())
        ? undefined
        : 'no Go on this machine (https://go.dev/dl)'
      : 'builds a client in Go: npm run interop',
  },
  {
    name: 'cluster',
    pattern: String.raw`\.cluster\.test\.tsx?$`,
    args: ALONE,
    needsBuild: true,
    missing: process.argv.includes('--cluster')
      ? undefined
      : 'needs the engines of a cluster: npm run test:cluster',
  },
]

const args = process.argv.slice(2)
const wanted = tiers.filter(({ name }) => args.includes(`--${name}`))
const patterns = args.filter((arg) => !arg.startsWith('--'))
/* jest's own: parts by a hash of the path. */
const shard = args.filter((arg) => arg.startsWith('--shard='))
const chosen = wanted.length > 0 ? wanted : tiers

/* More files than these did not fail by chance. */
const MOST_AGAIN = 12
const mayRunAgain = Number(process.env.TEST_RUNS ?? 1) > 1

const total = { passed: 0, failed: 0, skipped: 0 }
const skips = []
const failures = []
const passedAgain = []

/* Seconds by file, of this run. */
const times = new Map()

let listed
/* Listed once: each listing scans the whole tree. */
const listTests = () =>
  (listed ??= capture(bin('jest'), ['--listTests']).then(({ output }) =>
    output.split('\n').filter((line) => path.isAbsolute(line)),
  ))

const isChosen = (file) => patterns.length === 0 || patterns.some((part) => file.includes(part))

async function findTestFiles({ pattern }) {
  return (await listTests()).filter((file) => new RegExp(pattern).test(file) && isChosen(file))
}

/* With the message's first lines: where a log is cut, its end is what is left. */
const describeFailure = ({ name, message }) =>
  [name, ...shortenFailure(message).map((line) => `    ${line}`)].join('\n  ')

function fail(name, message) {
  total.failed += 1
  failures.push(describeFailure({ name, message }))
}

/* Its failed tests; the file itself when it did not load, or failed after its tests (an afterAll, an error without a test). */
function listFailures(file) {
  const name = path.relative(at('.'), file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return file.status === 'failed' ? [{ name, message: file.message }] : []
  // What failed before the tests is each test's message.
  return failed.map(({ fullName, failureMessages: [message] }, index) => ({
    name: `${name}: ${fullName}`,
    message: message === failed[index - 1]?.failureMessages[0] ? 'the same' : message,
  }))
}

function count(results) {
  for (const file of results) {
    const name = path.relative(at('.'), file.name)
    for (const { name, message } of listFailures(file)) fail(name, message)
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') total.passed += 1
      else if (status !== 'failed') {
        total.skipped += 1
        skips.push(`${name}: ${fullName}`)
      }
    }
  }
}

/** The tier's files that this machine can run; the others are noted as skipped. */
async function runnableFiles(tier) {
  const files = await findTestFiles(tier)
  if (!tier.missing) return files
  total.skipped += files.length
  skips.push(...files.map((file) => `${path.relative(at('.'), file)}: ${tier.missing}`))
  return []
}

/** Runs tiers that share their arguments as one. */
async function runTiers(tiers) {
  const files = (await Promise.all(tiers.map(runnableFiles))).flat()
  if (files.length === 0) return
  const [{ args, needsBuild, hasOneRun }] = tiers
  if (needsBuild) {
    const { buildServer, buildWeb } = await import('./build.mjs')
    await buildServer()
    await buildWeb()
  }
  const name = tiers.map((tier) => tier.name).join(' and ')
  say(`\n── ${name}: ${files.length} files`)
  const results = await runJest(name, args, files, shard)
  const again =
    mayRunAgain && !hasOneRun
      ? results.filter(({ status }) => status === 'failed').map((file) => file.name)
      : []
  if (again.length === 0 || again.length > MOST_AGAIN) return count(results)
  say(`\n── once more: ${again.length} files`)
  const second = await runJest(`${name}, once more`, ALONE, again)
  const passed = second.filter(({ status }) => status === 'passed').map((file) => file.name)
  // With what the first run said: the cause is still there.
  passedAgain.push(...results.filter((file) => passed.includes(file.name)).flatMap(listFailures))
  count([...results.filter((file) => !again.includes(file.name)), ...second])
}

/** Each file's results, or none and a failure where jest itself failed; `part` chooses some of the files. */
async function runJest(name, args, files, part = []) {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-results-'))
  const report = path.join(folder, 'results.json')
  const list = path.join(folder, 'files')
  await writeFile(list, files.join('\n'))
  const env = { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}), BALCAO_TEST_FILES: list }
  const code = await run(
    process.execPath,
    [
      ...[...NODE_FLAGS, at('node_modules/jest/bin/jest.js')],
      ...['--json', '--outputFile', report, '--testSequencer', at('scripts/support/longest-first.cjs')],
      ...['--filter', at('scripts/support/chosen-files.cjs')],
      ...part,
      ...args,
    ],
    {
      env,
      // The report goes to a file; readable output is on stderr.
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const results = existsSync(report) ? JSON.parse(await readFile(report, 'utf8')).testResults : []
  await rm(folder, { recursive: true, force: true })
  for (const { name, startTime, endTime } of results)
    times.set(path.relative(at('.'), name), (endTime - startTime) / 1000)
  if (results.length === 0) fail(`${name}: jest ended with code ${code} and no report`)
  return results
}

/* Engine by the variable in a skipped test's title: ENGINES_DIR could have started it. A program can be installed. */
const NOT_PACKAGED = ['kafka-server-start.sh']
const ENGINES = { DATABASE_URL: 'postgres', KAFKA_BROKERS: 'kafka', REDIS_URL: 'redis', MONGO_URL: 'mongo' }
const isAtHand = (name) => {
  if (!/^[A-Z]/.test(name)) return !NOT_PACKAGED.includes(name)
  const engine = name.split('/')[1] ?? ENGINES[name] ?? 's3'
  return Boolean(enginesFolder) && existsSync(path.join(enginesFolder, engine, 'up'))
}
const couldRun = (skip) => {
  const missing = /\[needs ([\w ./-]+)\]/.exec(skip)?.[1]?.split(' ')
  return !missing || missing.every(isAtHand)
}

try {
  for (const tier of chosen.filter((each) => !chosen.some(({ name }) => name === each.with)))
    await runTiers([tier, ...chosen.filter((each) => each.with === tier.name)])
} catch (error) {
  fail(error.message)
}

if (args.includes('--keep-times')) keepTimes(times)
if (args.includes('--strict')) {
  const needless = skips.filter(couldRun)
  for (const skip of needless) fail(`${skip}: was skipped, and this machine could have run it`)
}
if (skips.length > 0) say(`\nSkipped:\n${skips.map((skip) => `  ${skip}`).join('\n')}`)
if (passedAgain.length > 0)
  say(
    `\nPassed at the second run only:\n${passedAgain.map((each) => `  ${describeFailure(each)}`).join('\n')}`,
  )
if (failures.length > 0) say(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
