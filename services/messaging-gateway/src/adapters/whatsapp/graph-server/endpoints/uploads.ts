import { ok, readParameters, readToken, type Answer, type Call } from '../call'
import { unknownObject } from '../authorize'
import { GraphError } from '../graph-error'
import { isOfType, largestBytes } from '../media-types'
import type { GraphNetwork } from '../network'
import { findSession, finishSession, openSession, UPLOAD_TYPES, type UploadSession } from '../uploads'

const invalid = (message: string) => new GraphError(100, { message: `(#100) ${message}`, details: '' })

/**
 * `POST /{app-id}/uploads?file_name&file_length&file_type` (docs/graph-api/reference/application/uploads): a system user needs a role on the
 * app. `app` is the app of the token: Meta's collection of requests for this API begins uploads so. Limits of size are not documented;
 * they are those of the media.
 */
export function startUpload(network: GraphNetwork, call: Call): Answer {
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  if (id !== 'app' && id !== token.appId) throw unknownObject(call.method, id)
  if (!token.hasAppRole) throw new GraphError(200, { message: '(#200) Permissions error', details: '' })
  const { file_length: length, file_type: type } = readParameters(call)
  const sizeBytes = Number(length)
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1)
    throw invalid('Param file_length must be an integer greater than 0.')
  const mimeType = String(type) === 'image/jpg' ? 'image/jpeg' : String(type)
  if (!UPLOAD_TYPES.includes(mimeType))
    throw invalid(`Param file_type must be one of {${UPLOAD_TYPES.join(', ')}} - got "${mimeType}".`)
  if (sizeBytes > (largestBytes(mimeType, Buffer.alloc(0)) ?? 0))
    throw invalid('Param file_length is larger than files of this type may be.')
  const session = openSession(network, { appId: token.appId, mimeType, sizeBytes })
  return ok({ id: `${session.id}?sig=${session.signature}` })
}

/* "You must include the access token in the header or the call will fail": `OAuth`, as the guide writes it. */
function readSession(network: GraphNetwork, call: Call): UploadSession {
  if (!/^OAuth /.test(call.headers.authorization ?? ''))
    throw new GraphError(104, {
      message: 'An access token is required to request this resource.',
      details: '',
    })
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  const session = findSession(network, id, call.query.get('sig') ?? '')
  if (!session || session.appId !== token.appId) throw unknownObject(call.method, id)
  return session
}

/** `GET /{upload-session-id}`: where to go on. */
export function getUpload(network: GraphNetwork, call: Call): Answer {
  const { id, content } = readSession(network, call)
  return ok({ id, file_offset: content.length })
}

/**
 * `POST /{upload-session-id}` with `file_offset` and the bytes: the handle once they are whole. What is answered to a part is not
 * documented: it is kept, and refused as incomplete.
 */
export function uploadFile(network: GraphNetwork, call: Call): Answer {
  const session = readSession(network, call)
  if (String(call.headers['file_offset']) !== String(session.content.length))
    throw invalid(`The header file_offset must be ${session.content.length}.`)
  const content = Buffer.concat([session.content, call.body])
  if (content.length > session.sizeBytes) throw invalid('The file is longer than file_length.')
  session.content = content
  if (content.length < session.sizeBytes)
    throw invalid(`The upload is incomplete: ${content.length} of ${session.sizeBytes} bytes.`)
  if (!isOfType(session.mimeType, content)) {
    network.uploadSessions.delete(session.id)
    throw invalid(`The file is not of the type ${session.mimeType}.`)
  }
  return ok({ h: finishSession(network, session) })
}
