// Preloaded into a desk: writes down what its services send to Postgres, and in which of the runs that SIGUSR2 begins.
const { writeFileSync } = require('node:fs')
const { serialize } = require('node:v8')
const { Client } = require('pg')

const sent = []
const unanswered = new Map()
let run = 0

const original = Client.prototype.query
Client.prototype.query = function query(...args) {
  const [config] = args
  const text = typeof config === 'string' ? config : config?.text
  // What the driver sends for itself has no text.
  if (typeof text !== 'string') return original.apply(this, args)
  const waiting = unanswered.get(this) ?? 0
  unanswered.set(this, waiting + 1)
  const { name, values } = typeof config === 'string' ? { values: args[1] } : config
  const entry = {
    run,
    client: this.processID,
    role: this.user,
    isRoundTrip: waiting === 0,
    name,
    text,
    values,
  }
  sent.push(entry)
  const answer = original.apply(this, args)
  const answered = (result) => {
    unanswered.set(this, unanswered.get(this) - 1)
    // Of an INSERT: what the next statements name.
    if (/INSERT INTO (tickets|contacts) /.test(text)) entry.id = result?.rows?.[0]?.id
  }
  answer.then(answered, answered)
  return answer
}

process.on('SIGUSR2', () => {
  run += 1
})
process.on('exit', () => writeFileSync(process.env.RECORDED_TO, serialize(sent)))
