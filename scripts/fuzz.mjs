// usage: npm run fuzz [-- --seed=7 --examples=40 --as=admin,agent,super,key --python=python3.12]      schemathesis on the API's description
//        of a built desk with the full demo: no answer may be a 5xx. Without --seed once with a fixed seed, once with a fresh one.
//        Needs Python 3.10 or newer with venv; schemathesis comes from PyPI, once. A finding prints its curl line and its seed.
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { startProgram } from '../bench/desk.mjs'
import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, run, say } from './support/project.mjs'

const SCHEMATHESIS = 'schemathesis==4.32.5'
const FIXED_SEED = 20261122
/* Excluded: it ends the session of all other requests. */
const LEFT_OUT = ['/auth/logout']
/* With fewer answers of the application itself the run proves nothing. */
const LEAST_DONE = 100
/* Bounded by cases, not by time: a busy machine asks the same. Boundary values do not depend on the seed (19,000 calls), so one asks them. */
const ALL_PHASES = 'examples,coverage,fuzzing,stateful'
const phasesOf = (who, seed) =>
  who === 'admin' && seed === FIXED_SEED ? 'examples,coverage,fuzzing' : 'fuzzing'
const LOGINS = { agent: 'ana@demo.local', admin: 'admin@demo.local', super: 'super@demo.local' }
const PASSWORD = 'balcao123'

const require = createRequire(import.meta.url)

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    examples: { type: 'string', default: '5' },
    as: { type: 'string', default: 'agent,admin,super,key' },
    python: { type: 'string', default: 'python3' },
  },
})

function findSchemathesis() {
  const { findPythonTool } = require(at('services/shared/testkit/dist/processes/python-tool.js'))
  const { bin, missing } = findPythonTool(SCHEMATHESIS, { atLeast: 10, python: options.python })
  if (missing) throw new Error(`this machine lacks ${missing}`)
  return path.join(bin, 'schemathesis')
}

const createCaller =
  (url) =>
  async (method, target, { token, body } = {}) => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`)
    return response.json()
  }

/* A session for each run: a new login ends the one before. */
const logIn = async (call, who) =>
  (await call('POST', '/auth/login', { body: { email: LOGINS[who], password: PASSWORD } })).token

/* May do what keys may. */
const makeKey = async (call, token) => {
  const { allScopes } = require(at('services/shared/contracts/dist/index.js'))
  return (await call('POST', '/api-keys', { token, body: { name: 'fuzz', scopes: allScopes } })).key
}

const listIds = (answer, name) => (answer[name] ?? answer).map(({ id }) => id).slice(0, 20)

/** Ids of the demo's rows by the parameters that name them. */
async function findIds(call, token) {
  const get = (target) => call('GET', target, { token })
  const { tickets } = await get('/tickets?showAll=true')
  const ticketIds = listIds(tickets)
  const { messages } = await get(`/messages/${ticketIds[0]}`)
  const whatsappIds = listIds(await get('/whatsapp'))
  return {
    ticketId: ticketIds,
    uuid: tickets.map(({ uuid }) => uuid),
    messageId: listIds(messages),
    quotedMsgId: listIds(messages),
    contactId: listIds(await get('/contacts'), 'contacts'),
    queueId: listIds(await get('/queue')),
    tagId: listIds(await get('/tags'), 'tags'),
    userId: listIds(await get('/users'), 'users'),
    scheduleId: listIds(await get('/schedules'), 'schedules'),
    campaignId: listIds(await get('/campaigns'), 'records'),
    contactListId: listIds(await get('/contact-lists'), 'records'),
    whatsappId: whatsappIds,
    connection: whatsappIds,
    simulatorId: whatsappIds,
    companyId: [(await get('/auth/me')).companyId],
    key: (await get('/settings')).map(({ key }) => key),
  }
}

async function fuzz({ program, url, who, seed, phases, description, token, sendToken, ids }) {
  say(`\n── ${who}, seed ${seed}   (again: npm run fuzz -- --seed=${seed} --as=${who})`)
  const cwd = await mkdtemp(path.join(tmpdir(), 'balcao-fuzz-run-'))
  // As a file: the tool itself waits ten seconds for an address, and the first answer of a busy machine took longer.
  const file = path.join(cwd, 'openapi.json')
  await writeFile(file, JSON.stringify(description))
  const args = ['run', file, '--url', url, '--checks', 'not_a_server_error', '--seed', String(seed)]
  const bounds = [
    '--phases',
    phases,
    '--max-examples',
    options.examples,
    '--max-failures',
    '10',
    '--request-timeout',
    '20',
  ]
  // One worker: two conflict in the generator's own cache and abort an operation.
  const quiet = [
    '--workers',
    '1',
    '--warnings',
    'off',
    '--no-color',
    '--suppress-health-check',
    'all',
    '--generation-database',
    'none',
  ]
  const leftOut = LEFT_OUT.flatMap((target) => ['--exclude-path', target])
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'fuzz_hooks',
    PYTHONPATH: at('scripts/support'),
    PYTHONDONTWRITEBYTECODE: '1',
    FUZZ_TOKEN: token,
    FUZZ_SEND_TOKEN: sendToken,
    FUZZ_IDS: JSON.stringify(ids),
  }
  const calls = path.join(cwd, 'calls')
  try {
    const code = await run(program, [...args, ...bounds, ...quiet, ...leftOut], {
      env: { ...env, FUZZ_CALLS: calls },
      cwd,
    })
    return judge(
      code,
      (await readFile(calls, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    )
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

/* Only the answers count. An error of the tool itself (it gives up on some schemas under time pressure) is printed above. */
function judge(code, calls) {
  const within = (low) => calls.filter(({ status }) => status >= low && status < low + 100)
  const done = within(200)
  const reached = new Set(done.map(({ operation }) => operation)).size
  const refused = within(400)
  const count = (status) => refused.filter((call) => call.status === status).length
  const statuses = [...new Set(refused.map(({ status }) => status))]
    .map((status) => `${status}: ${count(status)}`)
    .join(', ')
  say(
    `${calls.length} calls: ${done.length} done by ${reached} operations, ${refused.length} refused (${statuses}), exit code ${code}`,
  )
  for (const { operation, curl } of within(500)) say(`5xx of ${operation}:\n  ${curl}`)
  if (done.length < LEAST_DONE) say(`fewer than ${LEAST_DONE} calls were done: this shows nothing`)
  return within(500).length === 0 && done.length >= LEAST_DONE
}

checkNode()
await installIfNeeded()
await buildServer()
const program = findSchemathesis()
const seeds = options.seed ? [Number(options.seed)] : [FIXED_SEED, randomInt(1, 2 ** 31)]
const callers = options.as.split(',')
/* The key has a desk of its own: sessions of administrators end keys and close companies. */
const groups = [callers.filter((who) => who !== 'key'), callers.filter((who) => who === 'key')]
const runs = seeds.flatMap((seed) => groups.filter(({ length }) => length).map((group) => ({ seed, group })))
const results = []
/* A new desk for each seed: one run's deletions do not affect the next. */
for (const { seed, group } of runs) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-fuzz-'))
  const desk = await startProgram([at('services/standalone/dist/main.js')], {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: 'full',
    LOG_LEVEL: 'error',
  })
  try {
    const call = createCaller(desk.url)
    const admin = await logIn(call, 'admin')
    const ids = await findIds(call, admin)
    const description = await call('GET', '/docs/openapi.json')
    const key = await makeKey(call, admin)
    const made = await call('POST', `/whatsapp/${ids.whatsappId[0]}/token`, { token: admin })
    for (const who of group) {
      const token = who === 'key' ? key : await logIn(call, who)
      const phases = options.seed ? ALL_PHASES : phasesOf(who, seed)
      results.push(
        await fuzz({
          program,
          url: desk.url,
          who,
          seed,
          phases,
          description,
          token,
          sendToken: made.token,
          ids,
        }),
      )
    }
  } finally {
    await desk.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
process.exitCode = results.every(Boolean) ? 0 : 1
