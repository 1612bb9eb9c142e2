import { type FamilyCall, type Ids } from './family-call'

const typebot = (name: string) => ({
  type: 'typebot',
  name,
  projectName: name,
  jsonContent: '',
  language: '',
  urlN8N: 'https://typebot.example',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotSlug: 'fluxo',
  typebotUnknownMessage: '',
})

const prompt = (ids: Ids, name: string) => ({
  name,
  prompt: 'Responda com calma.',
  voice: 'texto',
  voiceKey: '',
  voiceRegion: '',
  maxTokens: 100,
  temperature: 1,
  apiKey: 'sk-1',
  queueId: ids.queue,
  maxMessages: 10,
})

const connection = (name: string) => ({
  name,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  isDefault: false,
  token: 'loja-2',
  provider: 'beta',
  expiresInactiveMessage: '',
  expiresTicket: 0,
  timeUseBotQueues: 0,
  maxUseBotQueues: 3,
  queueIds: [],
  transferQueueId: null,
  promptId: null,
})

/** Connections, integrations and prompts. */
export const connectionCalls: FamilyCall[] = [
  {
    edition: 'both',
    call: 'POST /whatsapp',
    body: () => connection('Segunda linha'),
    reads: ['id', 'name', 'status'],
    makes: 'second',
  },
  {
    edition: 'both',
    call: 'GET /whatsapp/?session=0',
    reads: ['[].id', '[].name', '[].status', '[].isDefault', '[].updatedAt'],
  },
  {
    edition: 'both',
    call: 'GET /whatsapp/{second}?session=0',
    reads: ['id', 'name', 'queues', 'greetingMessage', 'maxUseBotQueues'],
  },
  {
    edition: 'both',
    call: 'PUT /whatsapp/{second}',
    body: ({ second }) => ({
      ...connection('Segunda linha'),
      id: second,
      token: '',
      queueIds: [],
      status: 'OPENING',
      qrcode: '',
      retries: 0,
      updatedAt: '2026-11-24T00:00:00.000Z',
    }),
  },
  { edition: 'both', call: 'PUT /whatsappsession/{second}' },
  { edition: 'both', call: 'POST /whatsappsession/{second}' },
  { edition: 'both', call: 'DELETE /whatsappsession/{second}' },
  { edition: 'both', call: 'DELETE /whatsapp/{second}' },
  {
    edition: 'both',
    call: 'POST /queueIntegration',
    body: () => typebot('Fluxo'),
    reads: ['id', 'name'],
    makes: 'integration',
  },
  {
    edition: 'both',
    call: 'GET /queueIntegration/?searchParam=&pageNumber=1',
    reads: ['queueIntegrations[].id', 'queueIntegrations[].type', 'queueIntegrations[].name', 'hasMore'],
  },
  { edition: 'both', call: 'GET /queueIntegration/{integration}', reads: ['id', 'type', 'name', 'urlN8N'] },
  {
    edition: 'both',
    call: 'PUT /queueIntegration/{integration}',
    body: ({ integration, company }) => ({ ...typebot('Fluxo'), id: integration, companyId: company }),
  },
  {
    edition: 'both',
    call: 'POST /prompt',
    body: (ids) => prompt(ids, 'Atendente'),
    reads: ['id'],
    makes: 'prompt',
  },
  {
    edition: 'both',
    call: 'GET /prompt',
    reads: ['prompts[].id', 'prompts[].name', 'prompts[].queue.name', 'prompts[].maxTokens'],
  },
  { edition: 'both', call: 'GET /prompt/{prompt}', reads: ['id', 'name', 'prompt', 'queueId', 'voice'] },
  {
    edition: 'both',
    call: 'PUT /prompt/{prompt}',
    body: (ids) => ({ ...prompt(ids, 'Atendente'), id: ids.prompt, companyId: ids.company }),
  },
]
