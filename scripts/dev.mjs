// usage: npm run dev      the desk with reload on change: server on PORT (8080), web app with hot reload on 5173
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'

import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, bin, say, serverPackages } from './support/project.mjs'

const GATHER_MS = 150

checkNode()
await installIfNeeded()
await buildServer()

const port = process.env.PORT ?? '8080'
const env = {
  ...process.env,
  DATA_DIR: process.env.DATA_DIR ?? at('data'),
  PORT: port,
  NODE_ENV: process.env.NODE_ENV ?? 'development',
  RPC_REFLECTION: process.env.RPC_REFLECTION ?? 'true',
}
let desk
let isStopping = false

const gone = (child) =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(),
  )

function startDesk() {
  desk = spawn(process.execPath, ['--enable-source-maps', at('services/standalone/dist/main.js')], {
    env,
    stdio: 'inherit',
  })
  desk.once('exit', (code) => {
    if (code && !isStopping) say(`The server ended with code ${code}; it starts again at the next change.`)
  })
}

let rebuilding = Promise.resolve()
async function rebuild() {
  try {
    await buildServer()
  } catch (error) {
    say(error.message)
    return
  }
  desk.kill('SIGTERM')
  await gone(desk)
  if (!isStopping) startDesk()
}

let timer
const changed = (_kind, name) => {
  if (!name || !/\.(ts|json|sql)$/.test(name) || /\.test\.ts$/.test(name)) return
  clearTimeout(timer)
  timer = setTimeout(() => (rebuilding = rebuilding.then(rebuild)), GATHER_MS)
}

startDesk()
for (const folder of serverPackages()) watch(at(folder, 'src'), { recursive: true }, changed)
const web = existsSync(at('web/vite.config.ts'))
  ? spawn(bin('vite'), [], {
      cwd: at('web'),
      env: { ...env, BALCAO_SERVER: `http://127.0.0.1:${port}` },
      stdio: 'inherit',
    })
  : undefined

async function stop() {
  if (isStopping) process.exit(1)
  isStopping = true
  web?.kill('SIGTERM')
  desk.kill('SIGTERM')
  await gone(desk)
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
