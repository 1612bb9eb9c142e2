// The operations that the hot path's goals name, the same for every build.
import { connectAsOwner, logIn } from './desk.mjs'
import { Audience, say } from './live.mjs'

/* The ticket of the first company whose number of messages is nearest. */
const findTicketOf = async (db, messages) =>
  (
    await db.query(
      `SELECT id, uuid FROM tickets.tickets WHERE company_id = 1 AND id > 1000000 ORDER BY abs(message_seq - $1), id LIMIT 1`,
      [messages],
    )
  ).rows[0]

/* The hundredth of the first company's tickets that waits in the data set; what a run before accepted waits again. */
async function findWaiting(db) {
  const { rows } = await db.query(
    `UPDATE tickets.tickets SET status = 'pending', user_id = NULL WHERE company_id = 1 AND id IN (
       SELECT 1000000 + n FROM (SELECT count(*)::int AS size FROM tickets.tickets WHERE company_id = 1 AND id BETWEEN 1000001 AND 1999999) t,
         generate_series((size * 0.97)::int + 1, (size * 0.98)::int) n) RETURNING id`,
  )
  return rows.map(({ id }) => id).toSorted((left, right) => left - right)
}

/* Numbers of these prefixes are no customers of the data set; those of NEW are asked for once. */
const NEW = 55_218_10000000 + (Date.now() % 80_000) * 1_000
const known = (n) => ({ number: `55217${70000000 + (n % 40)}`, name: nameOf(n) })
const unknown = (n) => ({ number: String(NEW + n), name: nameOf(n) })

/* As common as in the data set, so that a search by name finds new customers as it finds old ones. */
const FIRST_NAMES = ['Maria', 'José', 'Ana', 'João', 'Antônio', 'Carlos', 'Paulo']
const LAST_NAMES = ['Silva', 'Santos', 'Oliveira', 'Souza', 'Lima', 'Pereira', 'Ferreira', 'Costa']
const nameOf = (n) => `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}`

/** People, tickets and a listening socket of one desk. */
export class Scene {
  accepted = 0

  static async open(desk) {
    const scene = new Scene()
    scene.desk = desk
    const db = await connectAsOwner(desk)
    scene.ticketOf = {
      25: await findTicketOf(db, 25),
      50: await findTicketOf(db, 50),
      550: await findTicketOf(db, 550),
    }
    scene.waiting = await findWaiting(db)
    await db.end()
    scene.admin = await logIn(desk, 'admin@demo.local')
    scene.ana = await logIn(desk, 'ana@demo.local')
    scene.audience = new Audience()
    await scene.audience.grow(desk, scene.admin.token, 1)
    return scene
  }

  close() {
    this.audience.leave()
  }

  accept() {
    const id = this.waiting[this.accepted]
    this.accepted += 1
    return this.admin.call(`/tickets/${id}`, { status: 'open', userId: this.admin.user.id }, 'PUT')
  }
}

const messagePage = (size) => (scene) =>
  scene.admin.call(`/messages/${scene.ticketOf[size].id}?markAsRead=false`)
const search = (list, name) => (scene) => scene.admin.call(`${list}searchParam=${encodeURIComponent(name)}`)

/**
 * `share`: what the CPU may be of 901801d3's (issue 29). `times`: how often `run` is called in a round. `atOnce`: how many are
 * on their way. `units`: messages of one `run`. `first`: runs until every customer has written before.
 */
export const OPERATIONS = [
  { name: 'log-in', share: 0.6, times: 40, run: ({ desk }) => logIn(desk, 'bruno@demo.local') },
  { name: 'ticket list: open', share: 0.5, times: 400, run: ({ ana }) => ana.call('/tickets?status=open') },
  {
    name: 'ticket list: pending',
    share: 0.46,
    times: 400,
    run: ({ ana }) => ana.call('/tickets?status=pending'),
  },
  {
    name: "search by contact's name",
    share: 0.5,
    times: 100,
    run: search('/tickets?showAll=true&', 'Maria'),
  },
  {
    name: 'one ticket',
    share: 0.55,
    times: 600,
    run: ({ admin, ticketOf }) => admin.call(`/tickets/u/${ticketOf[25].uuid}`),
  },
  { name: 'message page of 50', share: 0.64, times: 400, run: messagePage(50) },
  { name: 'message page of 550', share: 0.38, times: 400, run: messagePage(550) },
  { name: 'contacts: search', share: 1, times: 200, run: search('/contacts?', 'Maria') },
  { name: 'contacts: page', share: 1, times: 400, run: ({ admin }) => admin.call('/contacts') },
  { name: 'accept', share: 0.75, times: 180, atOnce: 1, run: (scene) => scene.accept() },
  {
    name: 'inbound, known: one by one',
    share: 0.42,
    times: 200,
    atOnce: 1,
    first: 40,
    run: (scene) => say(scene, 1, known),
  },
  {
    name: 'inbound, known: 32 at once',
    share: 0.33,
    times: 20,
    atOnce: 1,
    units: 32,
    run: (scene) => say(scene, 32, known),
  },
  {
    name: 'inbound, new: one by one',
    share: 0.34,
    times: 150,
    atOnce: 1,
    run: (scene) => say(scene, 1, unknown),
  },
  {
    name: 'inbound, new: 32 at once',
    share: 0.43,
    times: 15,
    atOnce: 1,
    units: 32,
    run: (scene) => say(scene, 32, unknown),
  },
]
