import { connect } from 'node:net'

import { SECOND, type ListeningState } from '@balcao/kernel'

const WITHIN_MS = 1 * SECOND

function connectTo(address: string): Promise<ListeningState> {
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, colon).replace(/^\[(.*)\]$/u, '$1')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(address.slice(colon + 1)) })
    const end = (state: ListeningState) => {
      resolve(state)
      socket.destroy()
    }
    socket.setTimeout(WITHIN_MS, () => end('unknown'))
    socket.once('connect', () => end('listening'))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'unknown'),
    )
  })
}

/** @param address `host:port`, as gRPC targets are written; what is none is `unknown`. */
export const probeAddress = (address: string): Promise<ListeningState> =>
  connectTo(address).catch((): ListeningState => 'unknown')
