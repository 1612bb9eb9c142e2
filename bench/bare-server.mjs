// The bare parts of an operation: express answers the bytes that the desk answered, pg sends the statements that the desk sent.
import { createRequire } from 'node:module'
import { constants, gzipSync } from 'node:zlib'

import { verify } from '@node-rs/argon2'
import express from 'express'
import pg from 'pg'

import { at } from '../scripts/support/project.mjs'

const require = createRequire(import.meta.url)
const platform = require(at('services/shared/platform/dist/index.js'))
const FASTEST = { level: constants.Z_BEST_SPEED, memLevel: 9 }

const { dataDir, password } = JSON.parse(process.env.BARE)
const postgres = await platform.startEmbeddedPostgres({ dataDir, password })

/* Connections of each role that are not in use, opened as the services open theirs. */
const free = new Map()
const all = []
async function connect(role) {
  const schema = role.replace(/^balcao_/, '')
  const server = platform.serverForSchema(postgres.admin, schema, { roleSecret: password })
  const client = new pg.Client({ ...server, options: `-c search_path=${schema}`, pipeline: true })
  await client.connect()
  all.push(client)
  return client
}

/* Ids that sequences gave when the statements were recorded, by those that they give now. */
const ids = new Map()
const translate = (value) => {
  if (Array.isArray(value)) return value.map(translate)
  return typeof value === 'number' ? (ids.get(value) ?? value) : value
}

async function send(client, { id, values, ...config }) {
  const { rows } = await client.query({ ...config, values: values?.map(translate) })
  if (id !== undefined) ids.set(id, rows[0]?.id)
}

async function replay({ role, groups }) {
  if (!free.has(role)) free.set(role, [])
  const client = free.get(role).pop() ?? (await connect(role))
  for (const group of groups) {
    client.connection.stream.cork()
    const answers = group.map((config) => send(client, config))
    process.nextTick(() => client.connection.stream.uncork())
    await Promise.all(answers)
  }
  free.get(role).push(client)
}

let operation
const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.all('/run/:n', async (request, response) => {
  const { units, body, hash } = operation.runs[Number(request.params.n) % operation.runs.length]
  if (hash) await verify(hash, request.body.password)
  for (const unit of units) await replay(unit)
  const bytes = Buffer.from(body)
  const isLarge = bytes.length > 1_024
  if (isLarge) response.setHeader('content-encoding', 'gzip')
  response.type('json').end(isLarge ? gzipSync(bytes, FASTEST) : bytes)
})
const server = app.listen(0, '127.0.0.1', () =>
  process.send({ port: server.address().port, postmaster: postgres.pid() }),
)

process.on('message', async (message) => {
  if (message.operation) operation = message.operation
  if (message.isOver) {
    await Promise.all(all.map((client) => client.end()))
    await postgres.stop()
    process.exit(0)
  }
  process.send({ isDone: true })
})
