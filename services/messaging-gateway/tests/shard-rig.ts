import { setTimeout as pause } from 'node:timers/promises'

import type { CompanyId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { Account, Contact, FakeWhatsApp } from './fake-whatsapp'
import { ShardHost, type HostInput } from './shard-host'
import { caller, outboundRequest, SCHEMA } from './support'
import { unfencedWrites, watchWrites } from './write-watch'

/* Short times, in the proportions of the real ones. */
export const shortLeases = { ttlMs: 5_000, renewEveryMs: 1_000, suspendAfterMs: 2_500, loseAfterMs: 4_000 }
const shortShards = {
  beatEveryMs: 1_000,
  aliveForMs: 3_500,
  silentAfterMs: 1_500,
  takeOverAfterMs: 1_000,
  settleMs: 500,
  stayMs: 0,
  idleMs: 200,
  busyAfterMs: 1_000,
  movesPerPace: 8,
  paceMs: 2_000,
}
const PATIENCE_MS = 60_000

export interface RigOptions {
  /** The product's own times instead of short ones. */
  isReal?: boolean
}

const hostInput = (pg: TestDatabase, wa: FakeWhatsApp, owner: string, isReal: boolean): HostInput => ({
  owner,
  admin: pg.admin,
  ...(isReal ? {} : { leaseTimes: shortLeases }),
  config: {
    defaultProvider: 'beta',
    simulator: { token: undefined, isOpenLocally: true },
    qrLimit: 3,
    ffmpeg: undefined,
    maxMediaBytes: 1024 * 1024,
    webVersion: undefined,
    webClientUrl: 'http://127.0.0.1:9',
    graph: { origin: 'http://127.0.0.1:9', version: 'v26.0' },
    signupApp: undefined,
    simulatesCloud: false,
    campaignsPerMinute: 60_000,
    campaignsPerDay: 100_000,
    sealKey: 'a seal key for tests, long enough',
    integrationOrigins: [],
    waIdKey: 'a key for tests, long enough for any',
    newChats: { perMinute: 60_000, capsByAge: [{ fromDays: 0, newChats: 10_000 }] },
    showsTyping: false,
    vaultKeys: Buffer.alloc(32, 'vault').toString('base64'),
    vaultRotateAfterMs: 90 * DAY,
    whatsapp: {
      webSocketUrl: wa.url,
      rootKey: wa.rootKey,
      mediaBase: wa.mediaUrl,
      deviceName: 'Balcão',
      showsPresence: false,
      historyHours: 0,
    },
  },
  tuning: isReal
    ? {}
    : {
        pollMs: 100,
        shardTimes: shortShards,
        networkTimes: { pollMs: 500, qrMs: 60_000 },
        outboundTimes: { graceMs: 200, acceptWithinMs: 3_000, firstRetryMs: 200 },
      },
})

/** When connections change their status. */
const WATCH_STATUSES = `
  CREATE TABLE public.statuses (seq bigserial, at timestamptz DEFAULT clock_timestamp(), connection_id integer, status text);
  GRANT ALL ON public.statuses TO PUBLIC;
  GRANT ALL ON SEQUENCE public.statuses_seq_seq TO PUBLIC;
  CREATE FUNCTION public.note_status() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.statuses (connection_id, status) VALUES (NEW.id, NEW.status);
    RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER UPDATE OF status ON ${SCHEMA}.connections FOR EACH ROW EXECUTE FUNCTION public.note_status();`

/** A number of the desk: a real-protocol phone, or a simulated one. */
export interface LinkedNumber {
  id: number
  company: CompanyId
  account: Account | undefined
}

let messages = 0
const uuid = () => `018f0000-0000-7000-8000-${String((messages += 1)).padStart(12, '0')}`

/** Gateway processes on one database, and their phones. */
export class ShardRig {
  readonly hosts = new Map<string, ShardHost>()
  readonly numbers: LinkedNumber[] = []
  private lives = 0
  private turns = 0

  private constructor(
    readonly pg: TestDatabase,
    readonly wa: FakeWhatsApp,
    private readonly options: RigOptions,
  ) {}

  static async open(pg: TestDatabase, wa: FakeWhatsApp, options: RigOptions = {}): Promise<ShardRig> {
    await watchWrites(pg)
    await pg.sql(WATCH_STATUSES)
    return new ShardRig(pg, wa, options)
  }

  /** Starts a process under a pod's name. */
  async start(name: string): Promise<ShardHost> {
    this.lives += 1
    const owner = `${name}-${this.lives}`
    const host = await ShardHost.start(hostInput(this.pg, this.wa, owner, this.options.isReal ?? false))
    this.hosts.set(name, host)
    return host
  }

  host(name: string): ShardHost {
    const host = this.hosts.get(name)
    if (!host) throw new Error(`no process ${name}`)
    return host
  }

  async end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const host = this.host(name)
    this.hosts.delete(name)
    await host.end(signal)
  }

  /** Starts processes one after the other. */
  next(): ShardHost {
    const all = [...this.hosts.values()].filter(({ isAlive }) => isAlive)
    const host = all[(this.turns += 1) % all.length]
    if (!host) throw new Error('no process is alive')
    return host
  }

  async close(): Promise<void> {
    await Promise.all([...this.hosts.keys()].map((name) => this.end(name, 'SIGKILL')))
  }

  async pair(index: number, company: CompanyId, provider: 'beta' | 'simulated'): Promise<LinkedNumber> {
    const [row] = await this.pg.sql<{ id: number }>(
      `INSERT INTO ${SCHEMA}.connections (company_id, name, provider, status, token) VALUES ($1, $2, $3, 'OPENING', $2) RETURNING id`,
      [company, `n${index}`, provider],
    )
    const id = row?.id ?? 0
    const account =
      provider === 'beta' ? this.wa.account(`55119530${String(index).padStart(5, '0')}`) : undefined
    const qrcode = await waitFor(() => this.column(id, 'qrcode'), PATIENCE_MS)
    if (account) await account.scan(qrcode)
    else await caller(this.next().url)('POST', `/simulator/connections/${id}/scan`, {})
    await waitFor(async () => (await this.column(id, 'status')) === 'CONNECTED', PATIENCE_MS)
    // Off for linked numbers unless chosen: what is asked here is which process answers.
    await this.pg.sql(
      `INSERT INTO ${SCHEMA}.lanes (company_id, connection_id, checks_numbers) VALUES ($1, $2, true)
        ON CONFLICT (company_id, connection_id) DO UPDATE SET checks_numbers = true`,
      [company, id],
    )
    const linked = { id, company, account }
    this.numbers.push(linked)
    return linked
  }

  async column(id: number, name: 'qrcode' | 'status'): Promise<string | undefined> {
    const [row] = await this.pg.sql<Record<string, string>>(
      `SELECT ${name} FROM ${SCHEMA}.connections WHERE id = $1`,
      [id],
    )
    return row?.[name]
  }

  /** Valid leases by holder. */
  async holdings(): Promise<Record<string, number[]>> {
    const rows = await this.pg.sql<{ owner: string; ids: number[] }>(
      `SELECT owner, array_agg(substr(name, 9)::int ORDER BY name) AS ids FROM ${SCHEMA}.session_lease
       WHERE owner IS NOT NULL AND expires_at > clock_timestamp() AND name LIKE 'session:%' GROUP BY owner`,
    )
    return Object.fromEntries(rows.map(({ owner, ids }) => [owner, ids]))
  }

  async heldBy(owner: string): Promise<number> {
    return (await this.holdings())[owner]?.length ?? 0
  }

  /** Every session connected, each process with its share. */
  async isShared(): Promise<boolean> {
    const holdings = await this.holdings()
    const alive = [...this.hosts.values()].map(({ owner }) => holdings[owner]?.length ?? 0)
    const room = Math.ceil((this.numbers.length / alive.length) * 1.04)
    const held = alive.reduce((sum, count) => sum + count, 0)
    return (
      held === this.numbers.length && alive.every((count) => count <= room) && (await this.areConnected())
    )
  }

  /** Each by its current lease holder: a connection that has just moved still has the status of the process before. */
  async areConnected(): Promise<boolean> {
    const [row] = await this.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.connections c
       WHERE status = 'CONNECTED'
         AND (SELECT max(at) FROM public.statuses WHERE connection_id = c.id AND status = 'CONNECTED')
           > (SELECT max(at) FROM public.holders WHERE name = 'session:' || c.id)`,
    )
    return row?.count === this.numbers.length
  }

  /** Writes of a process that did not hold the session’s lease at that moment. */
  unfencedWrites() {
    return unfencedWrites(this.pg)
  }

  /** Duration of every planned move since, from the release of the lease to the connected session elsewhere, in milliseconds. */
  async gaps(since: Date): Promise<number[]> {
    const rows = await this.pg.sql<{ ms: number }>(
      `SELECT (extract(epoch FROM s.at - h.at) * 1000)::float8 AS ms FROM public.holders h
       CROSS JOIN LATERAL (
         SELECT min(at) AS at FROM public.statuses s
         WHERE s.connection_id = substr(h.name, 9)::int AND s.status = 'CONNECTED' AND s.at > h.at
       ) s
       WHERE h.owner IS NULL AND h.at > $1 AND h.name LIKE 'session:%' AND s.at IS NOT NULL`,
      [since],
    )
    return rows.map(({ ms }) => ms).sort((a, b) => a - b)
  }

  /** Statuses of a connection since. */
  async statuses(since: Date): Promise<string[]> {
    const rows = await this.pg.sql<{ status: string }>(
      `SELECT DISTINCT status FROM public.statuses WHERE at > $1 ORDER BY 1`,
      [since],
    )
    return rows.map(({ status }) => status)
  }
}

/** A conversation with messages in both directions. */
export interface Chat {
  linked: LinkedNumber
  number: string
  /** The contact's side of a real-protocol phone. */
  contact: Contact | undefined
  written: string[]
  sent: string[]
}

export const createChat = (rig: ShardRig, linked: LinkedNumber, index: number): Chat => {
  const number = `5521873${String(index).padStart(6, '0')}`
  return { linked, number, contact: linked.account && rig.wa.contact(number), written: [], sent: [] }
}

/* When a process dies or moves meanwhile, the call is repeated through another one. Callers pass an id. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** The customer writes; for a simulated phone through the HTTP server of any process. */
async function write(rig: ShardRig, { linked, number, contact, written }: Chat): Promise<void> {
  const body = `in ${written.length}`
  if (contact && linked.account) {
    written.push(await contact.text(linked.account, body))
    return
  }
  const id = `IN-${linked.id}-${number}-${written.length}`
  const message = { connection: linked.id, number, name: 'Ana', kind: 'chat', body, id }
  await insist(async () => {
    const { status } = await caller(rig.next().url)('POST', '/simulator/inbound', { messages: [message] })
    if (status !== 202) throw new Error(`the phone could not write: ${status}`)
  })
  written.push(id)
}

/** An agent answers; any process may get the request. */
async function answer(rig: ShardRig, { linked, number, sent }: Chat): Promise<void> {
  const body = `out ${linked.id} ${sent.length}`
  sent.push(body)
  const value = outboundRequest({ messageId: uuid(), connectionId: linked.id, number, body })
  const order = { company: linked.company, connectionId: linked.id, value: value as never }
  await insist(() => rig.next().tell({ ...order, $case: 'outboundRequested' }))
}

/** Both sides of the chats write in turns until `isOver`. When a process dies, the call is repeated through another one. */
export async function talk(rig: ShardRig, chats: readonly Chat[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const chat = chats[round % chats.length]
    if (!chat) return
    await write(rig, chat)
    await answer(rig, chat)
    await pause(1_000 * Math.random())
  }
}

/** The messages of a chat that the desk recorded, in order. */
export const recorded = async (rig: ShardRig, { linked, number }: Chat): Promise<string[]> =>
  (
    await rig.pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.inbound_messages WHERE connection_id = $1 AND remote_jid LIKE $2 ORDER BY id`,
      [linked.id, `${number}@%`],
    )
  ).map((row) => row.wa_id)

/** The messages that the customer received, in order. */
export async function received(rig: ShardRig, { linked, number, contact }: Chat): Promise<string[]> {
  if (contact && linked.account) return contact.inbox(linked.account).texts()
  const rows = await rig.pg.sql<{ body: string }>(
    `SELECT body FROM simulator.messages WHERE connection_id = $1 AND chat = $2 AND direction = 'out' ORDER BY seq`,
    [linked.id, number],
  )
  return rows.map(({ body }) => body)
}
