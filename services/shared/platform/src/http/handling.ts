import type { Handling } from '@balcao/contracts'
import type { Request, Response } from 'express'

const PREFERENCE = /^handling\s*=\s*"?(strict|lenient)"?\s*(;|$)/i

/* Of several the first counts (RFC 7240, section 2). */
const readPreference = (prefer: string): Handling | undefined =>
  prefer
    .split(',')
    .map((preference) => PREFERENCE.exec(preference.trim())?.[1]?.toLowerCase())
    .find((handling) => handling === 'strict' || handling === 'lenient')

const findPreference = (request: Request) => readPreference(request.get('prefer') ?? '')

/** How the caller wants the fields read, by `Prefer`. */
export const readHandling = (request: Request): Handling => findPreference(request) ?? 'lenient'

/** The same; the answer says so (`Preference-Applied`) when one was asked for. */
export function applyHandling(request: Request, response: Response): Handling {
  const preferred = findPreference(request)
  if (preferred) response.setHeader('preference-applied', `handling=${preferred}`)
  return readHandling(request)
}
