// usage: node scripts/end-demo.mjs      turns a demo into an installation: a super user of your own, and no demo log-ins
//   FIRST_ADMIN_EMAIL, FIRST_ADMIN_PASSWORD (12 characters or more), FIRST_ADMIN_COMPANY   asked for when not given
//   DATA_DIR (default ./data) or DATABASE_URL, DATABASE_ROLE_SECRET                        whose demo; nothing may run on it
// The demo's company keeps its conversations and is closed. Run again it changes nothing.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, say } from './support/project.mjs'

const require = createRequire(import.meta.url)

/* Input for a secret is not echoed. */
async function ask(question, { isSecret = false } = {}) {
  process.stdout.write(question)
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  if (isSecret) process.stdout.write('\n')
  return answer
}

async function askForMissing() {
  if (!process.stdin.isTTY) return
  process.env.FIRST_ADMIN_EMAIL ||= await ask('E-mail of your super user: ')
  process.env.FIRST_ADMIN_PASSWORD ||= await ask('Password, 12 characters or more: ', { isSecret: true })
}

async function endDemo() {
  const { runEndDemo, readFirstAdmin } = require(at('services/auth/dist/end-demo.js'))
  const { openPostgres } = await import('./support/installation.mjs')
  await askForMissing()
  const first = readFirstAdmin()
  const { server, roleSecret, stop } = await openPostgres({ mayRun: false })
  try {
    return { first, ended: await runEndDemo(server, roleSecret, first) }
  } finally {
    await stop()
  }
}

try {
  checkNode()
  await installIfNeeded()
  await buildServer()
  const { first, ended } = await endDemo()
  if (ended.length === 0) say('There are no demo accounts here: nothing was changed.')
  else say(`${ended.join(', ')} can no longer log in. Your super user is ${first.email}.`)
} catch (error) {
  process.stderr.write(`${error.detail ?? error.message}\n`)
  process.exitCode = 1
}
