import {
  AppError,
  SECOND,
  type OutgoingAnswer,
  type OutgoingHttp,
  type OutgoingRequest,
} from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

const LONGEST_ANSWER_BYTES = 64 * 1024
const CHALLENGE_MS = 10 * SECOND

/** Meta's own name in webhooks (docs/graph-api/webhooks/getting-started, 2025-07, and logs of receivers). */
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua', accept: '*/*' }

/** Calls the webhook URLs that apps were set up with: the operator's own, so that any port of this host is allowed. */
export class WebhookClient {
  private readonly clients = new Map<string, OutgoingHttp>()

  /** The HTTP status, or undefined without an answer. */
  async post(
    url: string,
    request: { headers: Record<string, string>; body: string; timeoutMs: number },
  ): Promise<number | undefined> {
    const { headers, body, timeoutMs } = request
    const answer = await this.send(url, {
      method: 'POST',
      headers: { ...HEADERS, ...headers },
      body,
      timeoutMs,
    })
    answer?.body.on('error', () => undefined).resume()
    return answer?.status
  }

  /** Status and text of a GET. */
  async get(url: string): Promise<{ status: number; text: string } | undefined> {
    const answer = await this.send(url, { headers: HEADERS, timeoutMs: CHALLENGE_MS })
    if (!answer) return undefined
    const chunks: Buffer[] = []
    for await (const chunk of answer.body) chunks.push(chunk as Buffer)
    return { status: answer.status, text: Buffer.concat(chunks).toString('utf8') }
  }

  /* A receiver that is away, breaks off or redirects has not taken the webhook. */
  private async send(
    url: string,
    { timeoutMs, ...request }: OutgoingRequest & { timeoutMs: number },
  ): Promise<OutgoingAnswer | undefined> {
    try {
      return await this.client(new URL(url).origin, timeoutMs).send(url, request)
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  private client(origin: string, timeoutMs: number): OutgoingHttp {
    const key = `${origin} ${timeoutMs}`
    const known = this.clients.get(key)
    if (known) return known
    const client = createOutgoingHttp({
      trustedOrigins: [origin],
      maxBytes: LONGEST_ANSWER_BYTES,
      totalMs: timeoutMs,
      idleMs: timeoutMs,
    })
    this.clients.set(key, client)
    return client
  }
}
