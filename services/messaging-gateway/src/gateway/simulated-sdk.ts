import type { HttpEdge } from '@balcao/platform'

import { buildLoginSdk, type GraphServer } from '../adapters/whatsapp/graph-server'

/** Below the simulated phone's paths, whose guard it has: on the desk's origin, from which pages load scripts. */
export const SDK_PATH = '/simulator/meta-sdk.js'

/** Serves what Meta's JavaScript is for the sign-up page where Meta is simulated. */
export const addSimulatedSdk = (edge: HttpEdge, { url }: GraphServer): void =>
  edge.plain('get', SDK_PATH, (_request, response) => {
    response.type('text/javascript').setHeader('cache-control', 'no-cache')
    response.send(buildLoginSdk(url))
    return Promise.resolve()
  })
