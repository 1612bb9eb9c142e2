/* A desk through its public API and its metrics: what the checks look at. */
const MESSAGES_OF_A_TICKET = 60

export class Desk {
  #token = ''

  constructor(address, { email, password, metrics }) {
    this.address = address.replace(/\/$/, '')
    this.login = { email, password }
    this.metrics = metrics
  }

  async #fetch(method, path, body) {
    const form = body instanceof FormData
    return fetch(`${this.address}${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      body: body && (form ? body : JSON.stringify(body)),
    })
  }

  async #signIn() {
    this.#token = ''
    const answer = await this.#fetch('POST', '/auth/login', this.login)
    if (!answer.ok) throw new Error(`The desk did not let ${this.login.email} in: ${answer.status}`)
    this.#token = (await answer.json()).token
  }

  async call(method, path, body) {
    if (!this.#token) await this.#signIn()
    let answer = await this.#fetch(method, path, body)
    if (answer.status === 401 || answer.status === 403) {
      await this.#signIn()
      answer = await this.#fetch(method, path, body)
    }
    if (!answer.ok)
      throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    return answer.json()
  }

  async readMetrics() {
    if (!this.metrics) return undefined
    const { url, token } = this.metrics
    const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return metricsIn(await answer.text())
  }
}

/** Sums of the counters that checks look at, from Prometheus text. */
export function metricsIn(text) {
  const sumMetric = (name) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.replace(/^[^ {]+({[^}]*})? /, '').split(' ')[0]), 0)
  return {
    undecryptable: sumMetric('balcao_whatsapp_undecryptable_total'),
    malformed: sumMetric('balcao_whatsapp_malformed_total'),
    memoryBytes: sumMetric('balcao_process_memory_bytes'),
  }
}

/* Other words of other people stay where they are: the state and the report are files. */
const describeMessage = (isGroup, prefix) => (message) => ({
  id: message.id,
  kind: message.mediaType,
  body: message.body.includes(prefix) ? message.body : '',
  fromMe: message.fromMe,
  ack: message.ack,
  failure: message.failure,
  isEdited: message.isEdited,
  isDeleted: message.isDeleted,
  hasAd: message.ad != null,
  isGroup,
})

/** The connection's tickets: the second phone's, and groups. */
export async function listTickets(desk, { connectionId, secondPhone }) {
  const { tickets } = await desk.call('GET', '/tickets?showAll=true')
  return tickets.filter(
    ({ whatsappId, isGroup, contact }) =>
      whatsappId === connectionId && (isGroup || contact.number === secondPhone),
  )
}

/** What there is to see of the connection now. Counts begin with the run. */
export async function observe(desk, run) {
  const connection = await desk.call('GET', `/whatsapp/${run.connectionId}`)
  const since = encodeURIComponent(run.startedAt)
  const health = await desk.call('GET', `/whatsapp/${run.connectionId}/health?since=${since}`)
  const messages = []
  for (const ticket of await listTickets(desk, run)) {
    const page = await desk.call('GET', `/messages/${ticket.id}?markAsRead=false`)
    messages.push(
      ...page.messages.slice(-MESSAGES_OF_A_TICKET).map(describeMessage(ticket.isGroup, run.prefix)),
    )
  }
  const { status, number, lastEnd } = connection
  return {
    at: new Date().toISOString(),
    connection: { status, number, lastEnd },
    health: {
      client: health.client,
      ends: health.ends,
      refused: health.refused,
      pausedUntil: health.pausedUntil,
    },
    messages,
    // Checks say that they were not seen.
    metrics: await desk.readMetrics().catch(() => undefined),
  }
}
