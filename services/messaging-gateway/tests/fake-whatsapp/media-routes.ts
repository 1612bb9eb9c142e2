import { Agent } from 'node:https'
import { connect } from 'node:tls'
import { runInThisContext } from 'node:vm'

import type { MediaHost } from './media-host'

/** The part of undici's dispatcher that `fetch` uses. */
interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean
}

/** For `fetch(url, { dispatcher })`: every request goes to the fake host, whatever host its URL names. */
export function mediaDispatcher(host: MediaHost): Dispatcher {
  return {
    dispatch: (options, handler) => nodeDispatcher().dispatch({ ...options, origin: host.httpUrl }, handler),
  }
}

/** For `https.request({ agent })`, as Baileys uploads: connects to the fake host, whatever host is named. */
export function mediaAgent(host: MediaHost): Agent {
  const agent: Agent & { createConnection?: unknown } = new Agent()
  const { port } = new URL(host.httpsUrl)
  agent.createConnection = () =>
    connect({ host: '127.0.0.1', port: Number(port), ca: host.certificate, servername: 'mmg.whatsapp.net' })
  return agent
}

/** Node stores its own dispatcher under this symbol of the global object, from the first `fetch` on. */
function nodeDispatcher(): Dispatcher {
  const found = runInThisContext("fetch && globalThis[Symbol.for('undici.globalDispatcher.1')]") as
    Dispatcher | undefined
  if (!found) throw new Error('Node has no dispatcher of its own any more.')
  return found
}
