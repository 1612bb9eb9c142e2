import { createSign } from 'node:crypto'

import {
  HOUR,
  SECOND,
  type Clock,
  type OutgoingHttp,
  isRecord,
  readRecords,
  readRecord,
  readText,
} from '@balcao/kernel'

import { AssistantFailure, parseObject, postJson } from './http-answers'

export interface DialogflowDeps {
  modelHttp: OutgoingHttp
  clock: Clock
  dialogflowUrl: string
  googleTokenUrl: string
}

export interface DialogflowAgent {
  projectName: string
  /** The service account's key file. */
  jsonContent: string
  language: string
}

export interface DialogflowAnswer {
  texts: string[]
  endsConversation: boolean
}

const SCOPE = 'https://www.googleapis.com/auth/dialogflow'
const MAX_TEXT = 256

interface ServiceAccount {
  email: string
  privateKey: string
}

function readAccount(jsonContent: string): ServiceAccount {
  const { client_email: email, private_key: privateKey } = parseObject(jsonContent)
  if (typeof email !== 'string' || typeof privateKey !== 'string')
    throw new AssistantFailure('the key file has no client_email or private_key', false)
  return { email, privateKey }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/* RFC 7523: the account signs who it is, Google answers an access token. `token_uri` of the file is not read. */
function buildAssertion(
  { clock, googleTokenUrl }: DialogflowDeps,
  { email, privateKey }: ServiceAccount,
): string {
  const now = Math.floor(clock.now().getTime() / SECOND)
  const claims = { iss: email, scope: SCOPE, aud: googleTokenUrl, iat: now, exp: now + HOUR / SECOND }
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  try {
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(privateKey, 'base64url')}`
  } catch (cause) {
    throw new AssistantFailure('the key file has no usable private key', false, { cause })
  }
}

/** An access token of the service account. @throws {AssistantFailure} */
export async function logInToGoogle(deps: DialogflowDeps, jsonContent: string): Promise<string> {
  const assertion = buildAssertion(deps, readAccount(jsonContent))
  const body = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  const token = readText((await postJson(deps.modelHttp, deps.googleTokenUrl, { body }))['access_token'])
  if (token === '') throw new AssistantFailure('no access token', false)
  return token
}

const readTexts = (result: Record<string, unknown>): string[] => {
  const messages = readRecords(result['fulfillmentMessages']).flatMap(({ text }) =>
    isRecord(text) && Array.isArray(text['text']) ? text['text'].map(readText) : [],
  )
  const texts = messages.length > 0 ? messages : [readText(result['fulfillmentText'])]
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** What the agent says to a text. @param session keeps the context of one conversation. @throws {AssistantFailure} */
export async function detectIntent(
  deps: DialogflowDeps,
  agent: Pick<DialogflowAgent, 'projectName' | 'language'>,
  asked: { token: string; session: string; text: string },
): Promise<DialogflowAnswer> {
  const [project, session] = [agent.projectName, asked.session].map(encodeURIComponent)
  const path = `/v2/projects/${project}/agent/sessions/${session}:detectIntent`
  const text = { text: asked.text.slice(0, MAX_TEXT), languageCode: agent.language }
  const answer = await postJson(deps.modelHttp, new URL(path, deps.dialogflowUrl), {
    headers: { authorization: `Bearer ${asked.token}` },
    body: { queryInput: { text } },
  })
  const result = readRecord(answer['queryResult'])
  return {
    texts: readTexts(result),
    endsConversation: readRecord(result['diagnosticInfo'])['end_conversation'] === true,
  }
}
