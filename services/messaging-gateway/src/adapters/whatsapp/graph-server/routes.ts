import type { Answer, Call } from './call'
import {
  debugToken,
  getAccount,
  listSubscribedApps,
  subscribeApp,
  unsubscribeApp,
} from './endpoints/accounts'
import { postMessage } from './endpoints/messages'
import { getPhoneNumber, listPhoneNumbers } from './endpoints/phone-numbers'
import { readToken } from './call'
import { unknownObject } from './authorize'
import type { GraphNetwork } from './network'

type Endpoint = (network: GraphNetwork, call: Call) => Answer | Promise<Answer>

const EDGES: Readonly<Record<string, Endpoint>> = {
  'POST messages': postMessage,
  'GET phone_numbers': listPhoneNumbers,
  'GET subscribed_apps': listSubscribedApps,
  'POST subscribed_apps': subscribeApp,
  'DELETE subscribed_apps': unsubscribeApp,
}

/** The endpoint of a path below the version. @throws {GraphError} 100 with subcode 33 for an object that is not there. */
export function chooseEndpoint(network: GraphNetwork, call: Call): Endpoint {
  const [id = '', edge] = call.path
  if (edge !== undefined) {
    const found = call.path.length === 2 ? EDGES[`${call.method} ${edge}`] : undefined
    if (found) return found
  } else if (id === 'debug_token' && call.method === 'GET') return debugToken
  else if (network.numbers.has(id) && call.method === 'GET') return getPhoneNumber
  else if (network.accounts.has(id) && call.method === 'GET') return getAccount
  readToken(network, call)
  throw unknownObject(call.method, id)
}
