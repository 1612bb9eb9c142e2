import type { Call } from '@balcao/testkit'

/** The body of a call that must be done. */
export const must = async <T>(call: Call, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call<T>(method, path, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
