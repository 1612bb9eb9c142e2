import { text } from 'node:stream/consumers'

import { AppError } from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

import { ok, problem, warning, type Check, type Finding } from './check'

/** What answers where the desk listens. */
export type DeskReading =
  | { kind: 'nobody' }
  | { kind: 'silent' }
  | { kind: 'stranger' }
  | { kind: 'desk'; missing: readonly string[] }

export function judgeDesk(address: string, reading: DeskReading): Finding {
  if (reading.kind === 'nobody')
    return problem(
      `nobody listens on ${address}: the desk does not run`,
      'Start it (`systemctl start balcao`, `docker compose up -d`, `npm start`); if it ends at once, its log says why.',
    )
  if (reading.kind === 'silent')
    return problem(
      `what listens on ${address} does not answer`,
      'Its log says what it waits for; restart the desk.',
    )
  if (reading.kind === 'stranger')
    return problem(
      `another program listens on ${address}`,
      'Find it with `ss -ltnp`, end it, or give the desk another PORT.',
    )
  return reading.missing.length === 0
    ? ok(`ready on ${address}`)
    : warning(
        `runs on ${address} and is not ready: ${reading.missing.join(', ')}`,
        'A start takes a minute. After that the log names the reason.',
      )
}

/* What the client's error says at its root. */
function readCode(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] }
  const inner = cause ?? errors?.[0]
  return inner instanceof Error ? readCode(inner) : String(code)
}

/** Whoever listens is asked for `/readyz`, which a desk answers with JSON, ready or not. */
export async function readDesk(url: string, withinMs: number): Promise<DeskReading> {
  const policy = { trustedOrigins: [url], maxBytes: 64 * 1024, totalMs: withinMs, idleMs: withinMs }
  try {
    const { body } = await createOutgoingHttp(policy).send(`${url}/readyz`, { answersRedirect: true })
    const { status, missing } = parseAnswer(await text(body))
    if (status !== 'ready' && status !== 'not ready') return { kind: 'stranger' }
    return { kind: 'desk', missing: Array.isArray(missing) ? missing.map(String) : [] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_DEADLINE') return { kind: 'silent' }
    return { kind: readCode(error) === 'ECONNREFUSED' ? 'nobody' : 'stranger' }
  }
}

function parseAnswer(answer: string): { status?: unknown; missing?: unknown } {
  try {
    return (JSON.parse(answer) ?? {}) as { status?: unknown; missing?: unknown }
  } catch {
    // A page: of another program.
    return {}
  }
}

/** @param host and port where the desk is told to listen. */
export function deskCheck({ host, port }: { host: string; port: number }, withinMs: number): Check {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? '127.0.0.1' : host
  const address = `${name.includes(':') ? `[${name}]` : name}:${port}`
  return { name: 'desk', run: async () => judgeDesk(address, await readDesk(`http://${address}`, withinMs)) }
}
