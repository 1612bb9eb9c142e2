// Preloaded into a desk: writes down what its services send to Postgres, and in which of the runs that SIGUSR2 begins.
const { writeFileSync } = require('node:fs')
const { serialize } = require('node:v8')

const { watchQueries } = require('../services/shared/testkit/dist/database/watch-queries.js')

const sent = []
let run = 0

watchQueries(({ client, isRoundTrip, name, text, values }) => {
  const entry = { run, client: client.processID, role: client.user, isRoundTrip, name, text, values }
  sent.push(entry)
  // What the next statements name.
  return /INSERT INTO (tickets|contacts) /.test(text)
    ? (result) => (entry.id = result?.rows?.[0]?.id)
    : undefined
})

process.on('SIGUSR2', () => {
  run += 1
})
process.on('exit', () => writeFileSync(process.env.RECORDED_TO, serialize(sent)))
