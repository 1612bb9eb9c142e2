// Cost of single requests: pages of tickets and messages, searches of tickets and contacts.
import { setTimeout as delay } from 'node:timers/promises'

import { connectAsOwner, readCpuMs, logIn } from './desk.mjs'

/** Runs every case once to warm up, then again before measuring. */
const WARM_UP_MS = 1_000
const MEASURE_MS = 3_000
const AT_ONCE = 2

const list = (values) => encodeURIComponent(JSON.stringify(values))

/* The word nearest to each frequency, in the first company. */
async function chooseWords(db) {
  const { rows } = await db
    .query(
      `CREATE TEMP TABLE used AS
      SELECT word, count(*)::int AS tickets FROM (SELECT word FROM tickets.ticket_words WHERE company_id = 1
        UNION ALL SELECT split_part(lexeme, ':', 2) FROM tickets.closed_ticket_words, unnest(words) WHERE company_id = 1) w GROUP BY word;
    SELECT w.tickets AS wanted, n.word, n.tickets FROM (VALUES (10), (300), (2900), (1000000)) w (tickets),
      LATERAL (SELECT word, tickets FROM used ORDER BY abs(used.tickets - w.tickets) LIMIT 1) n`,
    )
    .then((results) => results[1])
  const [rare, some, many, common] = rows
  return { rare, some, many, common }
}

async function chooseTickets(db) {
  const { rows } = await db.query(`SELECT id FROM tickets.tickets WHERE company_id = 1
    ORDER BY message_seq = 2000 DESC, message_seq BETWEEN 20 AND 40 AND status = 'open' DESC LIMIT 2`)
  return rows.map(({ id }) => id)
}

const toDay = (at) => new Date(at).toISOString().slice(0, 10)
const chartPeriod = (days) =>
  `initialDate=${toDay(Date.now() - (days - 1) * 86_400_000)}&finalDate=${toDay(Date.now())}`

async function listCases(desk) {
  const db = await connectAsOwner(desk)
  const words = await chooseWords(db)
  const [long, ordinary] = await chooseTickets(db)
  const { rows: people } = await db.query(
    'SELECT name, number FROM tickets.contacts WHERE company_id = 1 AND id > 1000000 ORDER BY id LIMIT 1 OFFSET 77',
  )
  await db.end()
  const [first, , last] = people[0].name.split(' ')
  const page = (name, query, as = 'admin') => ({ group: 'tickets', name, as, path: `/tickets?${query}` })
  const search = (name, words) =>
    page(`search: ${name}`, `showAll=true&searchParam=${encodeURIComponent(words)}`)
  const messages = (name, id, query = '') => ({
    group: 'messages',
    name,
    as: 'admin',
    path: `/messages/${id}?markAsRead=false&${query}`,
  })
  const contacts = (name, text) => ({
    group: 'contacts',
    name,
    as: 'admin',
    path: `/contacts?searchParam=${encodeURIComponent(text)}`,
  })
  const get = (group, name, path, as = 'admin') => ({ group, name, as, path })
  return [
    page('agent, open', 'status=open', 'ana'),
    page('agent, pending', 'status=pending', 'ana'),
    page('agent, no filter', '', 'ana'),
    page('agent, closed', 'status=closed', 'ana'),
    page('admin, all', 'showAll=true'),
    page('admin, open', 'showAll=true&status=open'),
    page('admin, one queue', `showAll=true&queueIds=${list([1])}`),
    page('admin, pending of one queue', `showAll=true&status=pending&queueIds=${list([1])}`),
    page('admin, frequent tag', `showAll=true&tags=${list([9021])}`),
    page('admin, rare tag', `showAll=true&tags=${list([9032])}`),
    page('admin, page 25', 'showAll=true&pageNumber=25'),
    page('admin, page 2500', 'showAll=true&pageNumber=2500'),
    messages('newest page', ordinary),
    messages('newest page of 2,000', long),
    messages('page 50 of 2,000', long, 'pageNumber=50'),
    search(`rare word (${words.rare.tickets} tickets)`, words.rare.word),
    search(`word of ${words.some.tickets} tickets`, words.some.word),
    search(`word of ${words.many.tickets} tickets`, words.many.word),
    search(`common word (${words.common.tickets} tickets)`, words.common.word),
    search('prefix of a common word', words.common.word.slice(0, 5)),
    search('one letter', words.common.word.slice(0, 1)),
    search('two words', `${words.common.word} ${words.rare.word}`),
    search('two frequent words', `${words.many.word} ${words.common.word}`),
    contacts('no word', ''),
    contacts('surname', last),
    contacts('first name, prefix', first.slice(0, 4)),
    contacts('full name', people[0].name),
    contacts('last four digits', people[0].number.slice(-4)),
    contacts('start of the number', people[0].number.slice(0, 5)),
    ...['Maria', 'Silva', 'Maria Silva', 'Karina', 'Mar'].flatMap((name) => [
      contacts(`common name: ${name}`, name),
      search(`common name: ${name}`, name),
    ]),
    get('dashboard', '30 days', '/dashboard?days=30'),
    get('dashboard', 'a year', '/dashboard?days=366'),
    get('dashboard', 'by day, a month', `/dashboard/ticketsDay?${chartPeriod(30)}`),
    get('dashboard', 'by user, a month', `/dashboard/ticketsUsers?${chartPeriod(30)}`),
    get('dashboard', 'trends, a month', `/dashboard/trends?${chartPeriod(30)}`),
    get('dashboard', 'trends, a year', `/dashboard/trends?${chartPeriod(366)}`),
    get('quick answers', 'what `/` offers, 1,000', '/quick-messages/list', 'ana'),
    get('quick answers', 'search', `/quick-messages?searchParam=${words.some.word}`, 'ana'),
    get('users', 'first page of 200', '/users'),
    get('users', 'search', '/users?searchParam=pessoa'),
    get('users', 'all', '/users/list'),
  ]
}

async function during(ms, work, atLeast = 0) {
  const times = []
  const endAt = performance.now() + ms
  const line = async () => {
    do {
      const from = performance.now()
      await work()
      times.push(performance.now() - from)
    } while (performance.now() < endAt || times.length < atLeast)
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  return { times: times.sort((a, b) => a - b), tookMs: performance.now() - from }
}

/** CPU milliseconds per second of an idle desk. */
export async function measureIdleCpu(desk, ms = 5_000) {
  const before = readCpuMs(desk)
  await delay(ms)
  const after = readCpuMs(desk)
  return {
    node: ((after.node - before.node) * 1000) / ms,
    postgres: ((after.postgres - before.postgres) * 1000) / ms,
  }
}

/** `{ group, name, count, node, postgres, p50 }` of each case, in milliseconds. `report` is called with each. */
export async function measureRequests(desk, report, { only, warmUp = 0 } = {}) {
  const people = {
    admin: await logIn(desk, 'admin@demo.local'),
    ana: await logIn(desk, 'ana@demo.local'),
  }
  const idle = await measureIdleCpu(desk)
  const cases = (await listCases(desk)).filter(({ group, name }) => `${group} ${name}`.includes(only ?? ''))
  for (const { as, path } of cases) await during(WARM_UP_MS, () => people[as].call(path), warmUp)
  for (const { group, name, as, path } of cases) {
    const work = () => people[as].call(path)
    await during(WARM_UP_MS, work)
    const before = readCpuMs(desk)
    const { times, tookMs } = await during(MEASURE_MS, work)
    const after = readCpuMs(desk)
    const cost = (part) => (after[part] - before[part] - (idle[part] * tookMs) / 1000) / times.length
    await report({
      group,
      name,
      node: cost('node'),
      postgres: cost('postgres'),
      p50: times[times.length >> 1],
    })
  }
}
