import type { Answer, Call } from './call'
import {
  debugToken,
  getAccount,
  listSubscribedApps,
  subscribeApp,
  unsubscribeApp,
} from './endpoints/accounts'
import { getProfile, setProfile } from './endpoints/business-profile'
import { deleteMedia, downloadMedia, getMedia, uploadMedia } from './endpoints/media'
import { postMessage } from './endpoints/messages'
import { actOnCall } from './endpoints/calls'
import { askOfPhone } from './endpoints/phone-data'
import { decideLogin, showLogin } from './endpoints/dialog'
import { exchangeCode } from './endpoints/login'
import { getPhoneNumber, listPhoneNumbers } from './endpoints/phone-numbers'
import { registerNumber } from './endpoints/registration'
import { readToken } from './call'
import {
  createTemplate,
  deleteTemplates,
  editTemplate,
  getTemplate,
  listTemplates,
  unpause,
} from './endpoints/templates'
import { getUpload, startUpload, uploadFile } from './endpoints/uploads'
import { unknownObject } from './authorize'
import type { GraphNetwork } from './network'

type Endpoint = (network: GraphNetwork, call: Call) => Answer | Promise<Answer>

const EDGES: Readonly<Record<string, Endpoint>> = {
  'POST messages': postMessage,
  'POST media': uploadMedia,
  'POST calls': actOnCall,
  'GET whatsapp_business_profile': getProfile,
  'POST whatsapp_business_profile': setProfile,
  'POST smb_app_data': askOfPhone,
  'POST register': registerNumber,
  'POST uploads': startUpload,
  'GET message_templates': listTemplates,
  'POST message_templates': createTemplate,
  'DELETE message_templates': deleteTemplates,
  'POST unpause': unpause,
  'GET phone_numbers': listPhoneNumbers,
  'GET subscribed_apps': listSubscribedApps,
  'POST subscribed_apps': subscribeApp,
  'DELETE subscribed_apps': unsubscribeApp,
}

/* By method, what a path that is an id alone means. */
const NODES: readonly {
  has: (network: GraphNetwork, id: string) => boolean
  endpoints: Readonly<Record<string, Endpoint>>
}[] = [
  { has: (_network, id) => id === 'debug_token', endpoints: { GET: debugToken } },
  {
    has: (_network, id) => id.startsWith('upload:'),
    endpoints: { GET: getUpload, POST: uploadFile },
  },
  { has: (network, id) => network.numbers.has(id), endpoints: { GET: getPhoneNumber } },
  { has: (network, id) => network.accounts.has(id), endpoints: { GET: getAccount } },
  { has: (network, id) => network.templates.has(id), endpoints: { GET: getTemplate, POST: editTemplate } },
  { has: (network, id) => network.media.has(id), endpoints: { GET: getMedia, DELETE: deleteMedia } },
]

/** The endpoint of a path below the version. @throws {GraphError} 100 with subcode 33 for an object that is not there. */
export function chooseEndpoint(network: GraphNetwork, call: Call): Endpoint {
  const { method, path } = call
  const [id = '', edge] = path
  if (id === 'whatsapp_business' && edge === 'attachments' && method === 'GET') return downloadMedia
  if (id === 'oauth' && edge === 'access_token' && method === 'GET') return exchangeCode
  if (id === 'dialog' && edge === 'oauth') return method === 'POST' ? decideLogin : showLogin
  const found =
    edge === undefined
      ? NODES.find(({ has }) => has(network, id))?.endpoints[method]
      : path.length === 2
        ? EDGES[`${method} ${edge}`]
        : undefined
  if (found) return found
  readToken(network, call)
  throw unknownObject(method, id)
}
