import type { IncomingHttpHeaders } from 'node:http'

import { AppError } from '@balcao/kernel'
import { isLocalCaller, isSameToken, toCaller, type Caller } from '@balcao/platform'
import type { RequestHandler } from 'express'

/** The callers that may use the simulated phone. */
export interface SimulatorAccess {
  /** Token that gives access from any address. */
  token: string | undefined
  /** Local processes need no token: in a loopback demo only. */
  isOpenLocally: boolean
}

function readToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-simulator-token']
  return typeof own === 'string' ? own : /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * Accepts a caller with the token, and a local one in a loopback demo.
 * @throws {AppError} ERR_UNAUTHORIZED
 */
export function assertSimulatorAccess(caller: Caller, { token, isOpenLocally }: SimulatorAccess): void {
  const isAllowed = isSameToken(readToken(caller.headers), token) || (isOpenLocally && isLocalCaller(caller))
  if (!isAllowed)
    throw new AppError('ERR_UNAUTHORIZED', {
      detail: 'the simulated phone is on this machine only, or behind SIMULATOR_TOKEN',
    })
}

export const createSimulatorGuard =
  (access: SimulatorAccess): RequestHandler =>
  (request, _response, next) => {
    assertSimulatorAccess(toCaller(request), access)
    next()
  }
