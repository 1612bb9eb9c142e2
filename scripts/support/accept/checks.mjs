/*
 * What the program sees by itself. Each check compares two snapshots (observe.mjs) and answers { verdict, says }; `unseen` is
 * for what could not be looked at, and is no pass. Pure.
 */
const pass = (says) => ({ verdict: 'pass', says })
const fail = (says) => ({ verdict: 'fail', says })
const unseen = (says) => ({ verdict: 'unseen', says })

const sumCounts = (rows) => rows.reduce((sum, { count }) => sum + count, 0)

/* What has happened between two countings, by the same key. */
const grown = (before, after, key) =>
  after.flatMap((row) => {
    const count = row.count - (before.find((other) => other[key] === row[key])?.count ?? 0)
    return count > 0 ? [{ ...row, count }] : []
  })

const listed = (rows, key) => rows.map((row) => `${row.count}x ${row[key]}`).join(', ')

const fresh = ({ before, after }) => {
  const known = new Set(before.messages.map(({ id }) => id))
  return after.messages.filter(({ id }) => !known.has(id))
}

const theirs = (context) => fresh(context).filter(({ fromMe, isGroup }) => !fromMe && !isGroup)

export const checks = {
  connected: ({ after: { connection } }) =>
    connection.status === 'CONNECTED'
      ? pass(`connected as ${connection.number.slice(0, 4)}…`)
      : fail(`the status is ${connection.status}${connection.lastEnd ? ` (${connection.lastEnd})` : ''}`),

  unlinked: ({ after: { connection } }) =>
    connection.status === 'DISCONNECTED' && connection.lastEnd === 'logged-out'
      ? pass('unlinked on the phone')
      : fail(`the status is ${connection.status} (${connection.lastEnd ?? 'no reason'})`),

  received: (context, ...kinds) => {
    const seen = new Set(theirs(context).map(({ kind }) => kind))
    const missing = kinds.filter((kind) => !seen.has(kind))
    return missing.length === 0
      ? pass(`all ${kinds.length} kinds came`)
      : fail(`did not come: ${missing.join(', ')}`)
  },

  receivedInGroup: (context, body) => {
    const found = fresh(context).filter(
      (message) => message.isGroup && !message.fromMe && message.body === body,
    )
    return found.length === 1 ? pass('came once') : fail(`came ${found.length} times`)
  },

  receivedFromAd: (context) => {
    const found = theirs(context)
    if (found.some(({ hasAd }) => hasAd)) return pass('came with its ad')
    const waiting = found.filter(({ kind }) => kind === 'placeholder' || kind === 'phoneOnly')
    return waiting.length > 0
      ? pass('came without its content, and says so')
      : fail('nothing came that names an ad')
  },

  writtenOnPhone: (context, body) => {
    const found = fresh(context).filter((message) => message.fromMe && message.body === body)
    return found.length === 1 ? pass('came once') : fail(`came ${found.length} times`)
  },

  /** At least so many messages of the desk reached the other phone, and none failed. */
  sent: (context, count) => {
    const ours = fresh(context).filter(({ fromMe }) => fromMe)
    const failed = ours.filter(({ ack }) => ack < 0)
    if (failed.length > 0)
      return fail(`refused: ${failed.map(({ kind, failure }) => `${kind} ${failure}`).join(', ')}`)
    const reached = ours.filter(({ ack }) => ack >= 2)
    return reached.length >= count
      ? pass(`${reached.length} reached the second phone`)
      : fail(`${reached.length} of ${count} reached the second phone`)
  },

  edited: (context) =>
    theirs(context).some(({ isEdited }) => isEdited) ? pass('an edit came') : fail('no edit came'),

  deleted: (context) =>
    theirs(context).some(({ isDeleted }) => isDeleted) ? pass('a deletion came') : fail('no deletion came'),

  inOrderOnce: (context, ...bodies) => {
    const wanted = new Set(bodies)
    const came = theirs(context)
      .map(({ body }) => body)
      .filter((body) => wanted.has(body))
    if (came.join('\n') === bodies.join('\n')) return pass(`all ${bodies.length} came once, in order`)
    return fail(`came: ${came.join(', ') || 'nothing'}`)
  },

  /** The session ended for these reasons only. */
  endsOnly: ({ before, after }, ...reasons) => {
    const ends = grown(before.health.ends, after.health.ends, 'reason')
    const others = ends.filter(({ reason }) => !reasons.includes(reason))
    const all = listed(ends, 'reason') || 'none'
    return others.length === 0 ? pass(`ends of the session: ${all}`) : fail(`ends of the session: ${all}`)
  },

  endsAtMost: ({ before, after }, most) => {
    const count = sumCounts(grown(before.health.ends, after.health.ends, 'reason'))
    return count <= most ? pass(`${count} ends`) : fail(`${count} ends, more than ${most}`)
  },

  noRefusals: ({ before, after }) => {
    const refused = grown(before.health.refused, after.health.refused, 'code')
    return refused.length === 0 ? pass('no send was refused') : fail(`refused: ${listed(refused, 'code')}`)
  },

  noPause: ({ after: { health } }) =>
    health.pausedUntil === null ? pass('not paused') : fail(`paused until ${health.pausedUntil}`),

  noUndecryptable: ({ before, after }) => {
    if (!before.metrics || !after.metrics) return unseen('metrics could not be read (--metrics)')
    // A restarted process counts from zero.
    const count = after.metrics.undecryptable - before.metrics.undecryptable
    const unread = count < 0 ? after.metrics.undecryptable : count
    return unread === 0 ? pass('every message could be decrypted') : fail(`${unread} could not be decrypted`)
  },

  /** The process has not grown by more than this factor. */
  memoryAtMost: ({ before, after }, factor) => {
    const from = before.metrics?.memoryBytes
    const to = after.metrics?.memoryBytes
    if (!from || !to) return unseen('metrics could not be read (--metrics)')
    const says = `${Math.round(from / 2 ** 20)} MB, then ${Math.round(to / 2 ** 20)} MB`
    return to <= from * factor ? pass(says) : fail(says)
  },
}

const withWord = (argument, word) =>
  typeof argument === 'string' ? argument.replaceAll('{word}', word) : argument

/** The results of a step's checks, in order. */
export const runChecks = (step, context, word) =>
  step.checks.map(([name, ...given]) => ({
    name,
    ...checks[name](context, ...given.map((argument) => withWord(argument, word))),
  }))
