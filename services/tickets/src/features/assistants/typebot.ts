import { trimEndChars } from '@balcao/contracts'
import type { OutgoingHttp } from '@balcao/kernel'

import type { Integration } from '../integrations'
import { AssistantFailure, isRecord, postJson, readList, readRecord, readText } from './http-answers'

export interface TypebotReply {
  sessionId: string
  texts: string[]
}

/** A command in a flow's text: `#{"stopBot":true}` or `#{"queueId":3}`. */
export interface TypebotCommand {
  stopBot: boolean
  queueId: number | undefined
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
  const inner = readList(node['children']).map(renderNode).join('')
  return node['type'] === 'a' ? `[${inner}](${readText(node['url'])})` : inner
}

const renderRichText = (content: Record<string, unknown>): string =>
  readList(content['richText']).map(renderNode).join('\n')

function renderMessage(message: Record<string, unknown>): string {
  const content = readRecord(message['content'])
  if (message['type'] === 'text') return (readText(content['markdown']) || renderRichText(content)).trim()
  return readText(content['url'])
}

const renderChoices = (input: unknown): string[] => {
  const items = isRecord(input) ? readList(input['items']) : []
  const lines = items.map(({ content }) => readText(content)).filter((line) => line !== '')
  return lines.length === 0 ? [] : [lines.map((line) => `▶️ ${line}`).join('\n')]
}

/** What a reply says to the customer, in order: texts with WhatsApp's marks, links of files, and the choices of an input. */
export const renderReply = (answer: Record<string, unknown>): string[] => [
  ...readList(answer['messages'])
    .map(renderMessage)
    .filter((text) => text !== ''),
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
    return { stopBot: value['stopBot'] === true, queueId: readId(value['queueId']) }
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
  return { sessionId, texts: renderReply(answer) }
}

async function goOn(http: OutgoingHttp, flow: Flow, sessionId: string, text: string): Promise<TypebotReply> {
  const path = `sessions/${encodeURIComponent(sessionId)}/continueChat`
  const answer = await postJson(http, buildUrl(flow, path), { body: { message: text } })
  return { sessionId, texts: renderReply(answer) }
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
  return started.texts.length > 0 ? started : goOn(http, flow, started.sessionId, asked.text)
}
