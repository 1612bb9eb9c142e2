import { AppError } from '@balcao/kernel'

/** An HTTP client of the desk. The demo is seeded through the public API. */
export interface DeskClient {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  upload<T>(
    path: string,
    fields: Record<string, string>,
    file: { name: string; mimeType: string; bytes: Buffer; field?: string },
  ): Promise<T>
}

/**
 * @param logIn answers a session's token; absent: calls without a session. It is asked again once a session is over: whoever logs in as
 *   a demo user while the demo is made ends the one that makes it.
 */
export function createDeskClient(url: string, logIn?: () => Promise<string>): DeskClient {
  let session: Promise<string> | undefined
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const used = (session ??= logIn?.())
    const token = await used
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    // Calls side by side log in once.
    if (response.status === 401 && session === used) session = undefined
    return response
  }
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    let response = await send(path, init)
    if (response.status === 401 && logIn) response = await send(path, init)
    const text = await response.text()
    if (!response.ok) {
      throw new AppError('ERR_INTERNAL', {
        detail: `the demo's ${init.method} ${path} was answered ${response.status} ${text.slice(0, 200)}`,
      })
    }
    return (text ? JSON.parse(text) : undefined) as T
  }
  const json =
    (method: string) =>
    <T>(path: string, body: unknown) =>
      call<T>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    get: (path) => call(path, { method: 'GET' }),
    post: json('POST'),
    put: json('PUT'),
    upload: (path, fields, file) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append(
        file.field ?? 'medias',
        new Blob([new Uint8Array(file.bytes)], { type: file.mimeType }),
        file.name,
      )
      return call(path, { method: 'POST', body: form })
    },
  }
}

/** Polls `ask` until it returns a value, at most `withinMs`. */
export async function waitForAnswer<T>(
  ask: () => Promise<T | undefined>,
  what: string,
  withinMs = 15_000,
): Promise<T> {
  const giveUpAt = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > giveUpAt)
      throw new AppError('ERR_INTERNAL', { detail: `the demo waited too long for ${what}` })
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}
