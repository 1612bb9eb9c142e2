import { trimEndChars } from '@balcao/contracts'
import { type OutgoingHttp, isRecord, readRecords, readRecord, readText } from '@balcao/kernel'

import type { Integration } from '../integrations'
import { AssistantFailure, postJson } from './http-answers'

/** A text with WhatsApp's marks, or a file by its URL. */
export type TypebotBubble = { kind: 'text'; text: string } | { kind: 'file'; url: string }

export interface TypebotReply {
  sessionId: string
  /** In order. */
  bubbles: TypebotBubble[]
}

/** A command in a flow's text: `#{"stopBot":true}`, `#{"queueId":3}` or `#{"queueId":3,"userId":7}`. */
export interface TypebotCommand {
  stopBot: boolean
  queueId: number | undefined
  userId: number | undefined
}

const marks: readonly [field: string, mark: string][] = [
  ['bold', '*'],
  ['italic', '_'],
  ['underline', '~'],
]

/* Slate's tree: leaves have `text` and marks, elements have `type` and `children`. */
function renderNode(node: Record<string, unknown>): string {
  if (typeof node['text'] === 'string') {
    const { text } = node
    return marks.reduce(
      (shown, [field, mark]) => (node[field] === true && text !== '' ? mark + shown + mark : shown),
      text,
    )
  }
  const inner = readRecords(node['children']).map(renderNode).join('')
  return node['type'] === 'a' ? `[${inner}](${readText(node['url'])})` : inner
}

const renderRichText = (content: Record<string, unknown>): string =>
  readRecords(content['richText']).map(renderNode).join('\n')

const FILE_BUBBLES: readonly unknown[] = ['image', 'audio', 'video', 'embed']

/* Players of other sites (`youtube`, `vimeo` …) have no file. */
const isFile = (type: unknown, content: Record<string, unknown>): boolean =>
  FILE_BUBBLES.includes(type) && (type !== 'video' || ['url', undefined].includes(content['type'] as string))

function renderMessage({ type, content: given }: Record<string, unknown>): TypebotBubble[] {
  const content = readRecord(given)
  if (type === 'text') {
    const text = (readText(content['markdown']) || renderRichText(content)).trim()
    return text === '' ? [] : [{ kind: 'text', text }]
  }
  const url = readText(content['url']).trim()
  if (url === '') return []
  return [isFile(type, content) ? { kind: 'file', url } : { kind: 'text', text: url }]
}

const renderChoices = (input: unknown): TypebotBubble[] => {
  const items = isRecord(input) ? readRecords(input['items']) : []
  const lines = items.map(({ content }) => readText(content)).filter((line) => line !== '')
  return lines.length === 0 ? [] : [{ kind: 'text', text: lines.map((line) => `▶️ ${line}`).join('\n') }]
}

/** What a reply says to the customer, in order: texts, files, and the choices of an input. */
export const renderReply = (answer: Record<string, unknown>): TypebotBubble[] => [
  ...readRecords(answer['messages']).flatMap(renderMessage),
  ...renderChoices(answer['input']),
]

const readId = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined

/** The command that a text is; undefined for a text to send. */
export function parseCommand(text: string): TypebotCommand | undefined {
  if (!text.startsWith('#{')) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(1))
    if (!isRecord(value)) return undefined
    return {
      stopBot: value['stopBot'] === true,
      queueId: readId(value['queueId']),
      userId: readId(value['userId']),
    }
  } catch {
    // No JSON: a text that happens to begin like a command.
    return undefined
  }
}

type Flow = Pick<Integration, 'url' | 'typebotSlug'>

/* As text: the client refuses what is no URL with the catalogue's error. */
const buildUrl = ({ url }: Flow, path: string): string => `${trimEndChars(url, '/')}/api/v1/${path}`

async function start(
  http: OutgoingHttp,
  flow: Flow,
  who: { number: string; name: string },
): Promise<TypebotReply> {
  const path = `typebots/${encodeURIComponent(flow.typebotSlug)}/startChat`
  const answer = await postJson(http, buildUrl(flow, path), {
    body: {
      isStreamEnabled: false,
      isOnlyRegistering: false,
      prefilledVariables: { number: who.number, pushName: who.name },
    },
  })
  const sessionId = readText(answer['sessionId'])
  if (sessionId === '') throw new AssistantFailure('no session', false)
  return { sessionId, bubbles: renderReply(answer) }
}

async function goOn(http: OutgoingHttp, flow: Flow, sessionId: string, text: string): Promise<TypebotReply> {
  const path = `sessions/${encodeURIComponent(sessionId)}/continueChat`
  const answer = await postJson(http, buildUrl(flow, path), { body: { message: text } })
  return { sessionId, bubbles: renderReply(answer) }
}

const isSessionGone = (error: unknown): boolean =>
  error instanceof AssistantFailure && error.message === 'HTTP 404'

/**
 * The flow's reply to a text. Without a session, or when the server forgot it, a new one: a flow that greets first is not given the
 * text, another one is.
 * @throws {AssistantFailure}
 */
export async function talkToTypebot(
  http: OutgoingHttp,
  flow: Flow,
  asked: { sessionId: string; text: string; who: { number: string; name: string } },
): Promise<TypebotReply> {
  if (asked.sessionId !== '') {
    try {
      return await goOn(http, flow, asked.sessionId, asked.text)
    } catch (error) {
      if (!isSessionGone(error)) throw error
    }
  }
  const started = await start(http, flow, asked.who)
  return started.bubbles.length > 0 ? started : goOn(http, flow, started.sessionId, asked.text)
}
