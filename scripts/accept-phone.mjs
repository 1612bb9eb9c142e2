// usage: npm run accept:phone -- <address> --email <admin> --connection <id> --number <spare number> --second <second phone> [--metrics <url>] [--state <file>] [--report <file>] [--hours <24>] [--within <seconds>]
//        goes through an hour with a spare number step by step, and a day; checks what it can see, asks the rest, writes a report.
//        Give it an administrator of its own: its login ends every other login of that account. The password is DESK_PASSWORD, or asked for; METRICS_TOKEN opens /metrics. Ctrl-C any time: the same command goes on.
//        --hours shortens the day, --within what each check waits for: for a rehearsal.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { Desk } from './support/accept/observe.mjs'
import { formatReport, judge } from './support/accept/report.mjs'
import { goThrough } from './support/accept/run.mjs'
import { steps } from './support/accept/steps.mjs'

const POLL_MS = 1_000

const print = (text) => process.stdout.write(`${text}\n`)

const usage = readFileSync(new URL(import.meta.url), 'utf8')
  .split('\n')[0]
  .slice(3)

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    connection: { type: 'string' },
    number: { type: 'string' },
    second: { type: 'string' },
    metrics: { type: 'string' },
    state: { type: 'string', default: 'accept-phone.state.json' },
    report: { type: 'string', default: 'accept-phone.md' },
    hours: { type: 'string' },
    within: { type: 'string' },
  },
})
const [address] = positionals
if (!address || !values.email || !values.connection || !values.number || !values.second) fail(usage)

/* Lines that came before they were asked for wait their turn: answers may be piped in. */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
async function prompt(question) {
  process.stdout.write(question)
  const { value, done } = await lines.next()
  if (done) fail('\nNobody answers any more; what was done is kept.')
  return value
}

const password = process.env.DESK_PASSWORD ?? (await prompt(`Password of ${values.email}: `))

const newRun = () => ({
  prefix: `t${randomBytes(2).toString('hex')}`,
  startedAt: new Date().toISOString(),
  connectionId: Number(values.connection),
  spareNumber: values.number,
  secondPhone: values.second,
  results: {},
  begun: {},
})

const run = existsSync(values.state) ? JSON.parse(readFileSync(values.state, 'utf8')) : newRun()
if (values.hours) run.waitH = Number(values.hours)
if (values.within) run.withinS = Number(values.within)

const desk = new Desk(address, {
  email: values.email,
  password,
  metrics: values.metrics && { url: values.metrics, token: process.env.METRICS_TOKEN },
})

/* Written beside and moved: a state that was cut off would lose the hour. */
async function save() {
  await writeFile(`${values.state}.new`, JSON.stringify(run, undefined, 2))
  await rename(`${values.state}.new`, values.state)
}

async function writeReport() {
  const { version } = await desk.call('GET', '/version')
  Object.assign(run, {
    writtenAt: new Date().toISOString(),
    deskVersion: version,
    nodeVersion: process.version,
  })
  await writeFile(values.report, formatReport(steps, run))
}

const isDone = await goThrough(steps, {
  desk,
  run,
  prompt,
  print,
  save,
  pollMs: POLL_MS,
  now: () => new Date(),
})
await writeReport()
print(`\nReport: ${values.report}`)
const hasFailed = steps.some(({ id }) => judge(run.results[id]) === 'fail')
process.exit(hasFailed ? 1 : isDone ? 0 : 3)
