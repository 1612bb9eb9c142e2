import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { companyId } from '@balcao/contracts'
import type { BlobStore, PendingBlobs } from '@balcao/kernel'
import type { Resolve } from '@balcao/platform'
import { KEEPS_CONNECTIONS, hostileAnswers, hostileUrls, startCanary, type Canary } from '@balcao/testkit'

import { openAssistantHttp } from '../src/assistant-http'
import { askModel } from '../src/features/assistants/open-ai'
import { speak } from '../src/features/assistants/speech'
import { storeRemoteFile } from '../src/features/assistants/store-remote-file'
import { talkToTypebot } from '../src/features/assistants/typebot'
import { callWebhook } from '../src/features/assistants/webhook'
import type { Integration } from '../src/features/integrations'

jest.setTimeout(120_000)

/* A name server of the author of the URL: names that it does not know are this machine. */
const resolve: Resolve = (hostname, _options, answer) =>
  answer(
    null,
    (hostileAnswers[hostname] ?? ['127.0.0.1']).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    })),
  )

const operators = {
  openAiUrl: 'https://models.example/v1',
  publicOrigin: undefined,
  openAiTranscriptionModel: 'model',
  openAiModel: 'model',
  speechUrl: 'https://{region}.speech.example',
  dialogflowUrl: 'https://dialogflow.example',
  googleTokenUrl: 'https://tokens.example/token',
  asaasUrl: 'https://payments.example',
}

const prompt = { prompt: 'oi', maxTokens: 10, temperature: 0 }
const who = { number: '5511999990001', name: 'Joana' }
const call = { secret: 'segredo', deliveryId: 'one', now: new Date() }

const never = new AbortController().signal
const refuse = () => Promise.reject(new Error('a file was reached'))
const noStore = {
  blobs: { put: refuse } as unknown as BlobStore,
  pendingBlobs: { expect: refuse } as unknown as PendingBlobs,
  ids: { next: () => 'id', token: () => 'a'.repeat(32) },
  clock: { now: () => new Date() },
  identify: () => 'image/png',
}

let canary: Canary
let redirector: Server
let redirectTo: string

beforeAll(async () => {
  canary = await startCanary()
  redirector = createServer(KEEPS_CONNECTIONS, (_request, response) =>
    response.writeHead(302, { location: redirectTo }).end(),
  )
  await new Promise<void>((resolved) => redirector.listen(0, '127.0.0.1', resolved))
})
afterAll(async () => {
  await canary.close()
  await new Promise((closed) => redirector.close(closed))
})

/* What a company names: the URL of its webhook, n8n or Typebot. Of prompts and speech the address is the operator's. */
const sinks = (origins: readonly string[] = []) => {
  const ports = [80, 443, 22, 25, 5432, 6379, 9092, canary.port]
  const http = openAssistantHttp(
    { assistants: { ...operators, origins: [...origins] }, maxUploadBytes: 1_000 },
    { ports, resolve },
  )
  return {
    webhook: (url: string) => callWebhook(http.integrationHttp, { ...call, url }, { key: 'a' }),
    typebot: (url: string) =>
      talkToTypebot(http.integrationHttp, { url, typebotSlug: 'x' } as Integration, {
        sessionId: '',
        text: 'oi',
        who,
      }),
    'typebot with a session': (url: string) =>
      talkToTypebot(http.integrationHttp, { url, typebotSlug: 'x' } as Integration, {
        sessionId: 'one',
        text: 'oi',
        who,
      }),
    // Whose author names a file.
    file: async (url: string) => {
      const stored = await storeRemoteFile({ ...noStore, fileHttp: http.fileHttp }, companyId(7), url, never)
      if (!stored) throw new Error('ERR_URL_NOT_ALLOWED')
    },
    model: (url: string) =>
      askModel({ ...operators, modelHttp: http.modelHttp, openAiUrl: url }, prompt, {
        apiKey: 'key',
        customerName: '',
        history: [],
      }),
    speech: (url: string) =>
      speak({ modelHttp: http.modelHttp, speechUrl: url }, { name: 'v', region: 'r', key: 'k' }, 'oi'),
  }
}

it.each(['webhook', 'typebot', 'typebot with a session', 'file', 'model', 'speech'] as const)(
  'a %s reaches no private address',
  async (sink) => {
    const urls = hostileUrls(canary.port)
    expect(new Set(urls).size).toBeGreaterThanOrEqual(100)
    for (const url of urls) {
      const outcome = await sinks()
        [sink](url)
        .then(
          () => 'answered',
          () => 'refused',
        )
      expect({ url, outcome }).toEqual({ url, outcome: 'refused' })
    }
    expect(canary.connections()).toBe(0)
  },
)

it.each(['webhook', 'typebot', 'file', 'model', 'speech'] as const)(
  'a %s is not led to one by a redirect of an allowed server',
  async (sink) => {
    const origin = `http://127.0.0.1:${(redirector.address() as AddressInfo).port}`
    for (const target of [`http://127.0.0.1:${canary.port}/`, `http://loopback.test:${canary.port}/`]) {
      redirectTo = target
      await expect(sinks([origin])[sink](origin)).rejects.toThrow('ERR_URL_NOT_ALLOWED')
    }
    expect(canary.connections()).toBe(0)
  },
)
