import { createHmac, generateKeyPairSync } from 'node:crypto'

import {
  promptVoices,
  SECRET_MASK,
  TEXT_VOICE,
  type CreatedQueueIntegration,
  type PromptView,
} from '@balcao/contracts'
import type { MessageReceived } from '@balcao/contracts/wire'
import { HOUR, MINUTE, SECOND, type Session } from '@balcao/kernel'
import { startFakeAssistants, type FakeAssistants } from '@balcao/testkit'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  COMPANY,
  clearOutbox,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let services: FakeAssistants
let vendas: number
let pessoas: number
let customers = 0
let paymentToken = ''

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyFile = JSON.stringify({
  client_email: 'bot@loja.test',
  private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

beforeAll(async () => {
  services = await startFakeAssistants({ publicKey: keys.publicKey })
  const { origin } = services
  desk = await rig({
    assistants: {
      origins: [origin],
      openAiUrl: `${origin}/v1`,
      speechUrl: origin,
      dialogflowUrl: origin,
      googleTokenUrl: `${origin}/token`,
      asaasUrl: origin,
    },
    rpc: {
      auth: {
        getSettings: () => Promise.resolve({ settings: desk.settings, hours: undefined }),
        getPaymentToken: ({ companyId }) =>
          Promise.resolve({ token: companyId === COMPANY ? paymentToken : '' }),
      },
    },
  })
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  vendas = await queue(desk, 'Vendas')
  pessoas = await queue(desk, 'Pessoas')
  await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
})

afterAll(() => services.stop())

beforeEach(async () => {
  services.fail(undefined)
  services.calls.length = 0
  await clearOutbox(desk)
})

const runJobs = () =>
  desk.service.jobs.find(({ name }) => name === 'tickets.assistants')!.run(new AbortController().signal)

/* What the customers were sent since the last call. */
async function said(): Promise<unknown[]> {
  const sent = await outbox(desk, 'outboundRequested')
  await clearOutbox(desk)
  return sent.map(({ body }) => body['outboundRequested']?.['body'])
}

/* A customer of its own for each conversation. */
const newCustomer = () => {
  customers += 1
  const number = String(5511955500000 + customers)
  const deliverTo = (fields: Partial<MessageReceived>) =>
    deliver(desk, INBOUND_GROUP, received(desk, { number, name: 'Joana Reis', ...fields }))
  const write = (body: string) => deliverTo({ body })
  const ticket = async () => {
    const [row] = await desk.pg.sql<Record<string, unknown>>(
      `SELECT t.* FROM tickets.tickets t JOIN tickets.contacts c ON c.id = t.contact_id WHERE c.number = $1 ORDER BY t.id DESC LIMIT 1`,
      [number],
    )
    return row ?? {}
  }
  return {
    ticket,
    write,
    send: async (fields: Partial<MessageReceived>) => {
      await deliverTo(fields)
      await runJobs()
    },
    /** What it is answered. */
    says: async (body: string) => {
      await write(body)
      await runJobs()
      return said()
    },
  }
}

const attach = (assistant: { promptId?: number; integrationId?: number }) =>
  call(admin, 'PUT', `/queue/${vendas}`, { promptId: null, integrationId: null, ...assistant })

const integrate = async (body: Record<string, unknown>) => {
  const made = (await call(admin, 'POST', '/queueIntegration', body))
    .body as unknown as CreatedQueueIntegration
  await attach({ integrationId: made.id })
  return made
}

const waiting = () =>
  desk.pg.sql<{ tries: number; failure: string; dead_at: Date | null }>(
    'SELECT * FROM tickets.assistant_turns ORDER BY id',
  )
const dropTurns = () => desk.pg.sql('DELETE FROM tickets.assistant_turns')

describe('the queue of second copies of bills', () => {
  const CPF = '529.982.247-25'
  const NOTHING =
    'Não encontramos cobranças em aberto para este CPF ou CNPJ neste número de WhatsApp. Se o seu cadastro tem outro telefone, aguarde um atendente.'
  beforeAll(async () => {
    const bills = await queue(desk, '2ª Via de Boleto')
    await connection(desk, 3, { queueIds: [bills] })
    await connection(desk, 4, { queueIds: [pessoas] })
  })
  beforeEach(() => {
    paymentToken = 'asaas-token'
  })
  afterEach(dropTurns)
  const customer = (connectionId = 3, number = String(5511955500000 + (customers += 1))) => {
    return async (body: string) => {
      await deliver(desk, INBOUND_GROUP, received(desk, { connectionId, body, number }))
      await runJobs()
      return said()
    }
  }

  it('answers a CPF with what is to be paid, the overdue first', async () => {
    const says = customer(3, '551177770001')
    expect(await says('oi')).toEqual([])
    expect(await says('qual é o valor?')).toEqual([])
    expect(services.calls).toEqual([])
    expect(await says(CPF)).toEqual([
      [
        'Encontramos 2 cobranças em aberto:',
        'Plano fibra - *R$ 1.099,90*, venceu em 10/11/2026\nhttps://asaas.test/i/late',
        '*R$ 49,00*, vence em 10/12/2026\nhttps://asaas.test/i/next',
      ].join('\n\n'),
    ])
    expect(await says('11.444.777/0001-61')).toEqual([NOTHING])
    expect(await waiting()).toEqual([])
  })

  it('says to another number what it says about an unknown CPF, after the same calls', async () => {
    const stranger = customer()
    await stranger('oi')
    const listCalls = () => services.calls.map(({ path }) => path.replace(/cpfCnpj=\d+/, 'cpfCnpj='))
    services.calls.length = 0
    expect(await stranger(CPF)).toEqual([NOTHING])
    const foreign = listCalls()
    services.calls.length = 0
    expect(await stranger('11.444.777/0001-61')).toEqual([NOTHING])
    expect(listCalls()).toEqual(foreign)
    expect(foreign).toHaveLength(1)
  })

  it('is not tried for long: after a few numbers a person answers', async () => {
    const stranger = customer()
    await stranger('oi')
    const answers: unknown[] = []
    for (const _try of Array.from({ length: 9 })) answers.push(...(await stranger(CPF)))
    expect(answers).toEqual(Array.from({ length: 6 }, () => NOTHING))
  })

  it('says nothing without a token, and in any other queue', async () => {
    paymentToken = ''
    const says = customer()
    await says('oi')
    expect(await says(CPF)).toEqual([])
    paymentToken = 'asaas-token'
    const other = customer(4)
    await other('oi')
    expect(await other(CPF)).toEqual([])
    expect(services.calls).toEqual([])
  })

  it('leaves the customer to a person when the token is refused', async () => {
    paymentToken = 'revoked'
    const says = customer()
    await says('oi')
    expect(await says(CPF)).toEqual([])
    expect(await waiting()).toMatchObject([
      { tries: 1, failure: 'HTTP 401', dead_at: expect.any(Date) as Date },
    ])
  })
})

describe('a queue with a webhook', () => {
  let hook: CreatedQueueIntegration
  beforeAll(async () => {
    hook = await integrate({ type: 'n8n', name: 'n8n', urlN8N: `${services.origin}/hook` })
  })
  afterEach(dropTurns)

  it('is told every message until a person takes it, signed, in order', async () => {
    const joana = newCustomer()
    expect(await joana.says('oi')).toEqual([])
    await joana.says('quero comprar')
    expect(services.calls.map(({ json }) => json['message'])).toEqual([
      { conversation: 'oi' },
      { conversation: 'quero comprar' },
    ])
    const { headers, body } = services.calls[0]!
    const [, seconds = '', digest = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['balcao-signature'])) ?? []
    const expected = createHmac('sha256', hook.signingSecret ?? '')
      .update(`${seconds}.${body}`)
      .digest('hex')
    expect(digest).toBe(expected)
    const { id, use_integration, integration_id } = await joana.ticket()
    expect({ use_integration, integration_id }).toEqual({ use_integration: true, integration_id: hook.id })
    await call(admin, 'PUT', `/tickets/${String(id)}`, { status: 'open', userId: admin.userId })
    await joana.says('e aí?')
    expect(services.calls).toHaveLength(2)
  })

  it('is told which choice was tapped', async () => {
    const joana = newCustomer()
    await joana.says('oi')
    await joana.send({ body: 'Sim, pode', choiceId: 'sim' })
    expect(services.calls.map(({ json }) => [json['message'], json['choiceId']])).toEqual([
      [{ conversation: 'oi' }, null],
      [{ conversation: 'Sim, pode' }, 'sim'],
    ])
  })

  it('is told of files as Baileys has them, with a link that needs no session', async () => {
    const media = {
      key: 'companies/7/2026/11/a.jpg',
      name: 'bolo.jpg',
      mimeType: 'image/jpeg',
      sizeBytes: 3,
      width: 4,
      height: 2,
      durationSeconds: 0,
    }
    const joana = newCustomer()
    await joana.says('oi')
    await joana.send({ kind: 'image', body: 'quero esse', media })
    const mediaUrl = 'https://desk.example.test/public/h/companies/7/2026/11/a.jpg?c=7&n=bolo.jpg'
    const told = services.calls.at(-1)?.json
    expect(told).toMatchObject({ messageType: 'image', mediaUrl, mediaState: null })
    expect(told?.['message']).toEqual({
      imageMessage: {
        url: mediaUrl,
        mimetype: 'image/jpeg',
        caption: 'quero esse',
        fileName: 'bolo.jpg',
        fileLength: 3,
        width: 4,
        height: 2,
      },
    })
  })

  it.each([
    ['audio', 'audioMessage'],
    ['video', 'videoMessage'],
    ['sticker', 'stickerMessage'],
    ['application', 'documentMessage'],
  ])('is told of a file that does not come: %s', async (kind, name) => {
    const joana = newCustomer()
    await joana.send({ kind, body: '', mediaPending: true })
    expect(services.calls).toEqual([])
    desk.ports.clock.advance(4 * MINUTE)
    await runJobs()
    expect(services.calls.at(-1)?.json).toMatchObject({ mediaUrl: null, mediaState: 'pending' })
    expect(services.calls.at(-1)?.json['message']).toEqual({ [name]: { caption: '' } })
  })

  it('is told of places and contacts', async () => {
    const joana = newCustomer()
    await joana.send({
      kind: 'locationMessage',
      body: '',
      location: { latitude: 1, longitude: 2, name: 'Loja', address: 'Rua 1' },
    })
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL:+5511999990000\nEND:VCARD'
    await joana.send({ kind: 'vcard', body: '', vcard })
    expect(services.calls.map(({ json }) => json['message'])).toEqual([
      { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja', address: 'Rua 1' } },
      { contactMessage: { displayName: 'Bia', vcard } },
    ])
  })

  it('is told again after a failure, with the same delivery id, and the next message waits its turn', async () => {
    const joana = newCustomer()
    services.fail(503)
    await joana.says('um')
    await joana.says('dois')
    expect(services.calls.map(({ json }) => json['message'])).toEqual([{ conversation: 'um' }])
    expect(await waiting()).toMatchObject([{ tries: 1, failure: 'HTTP 503', dead_at: null }, { tries: 0 }])
    // Both are due together: claims do not pass over the second one meanwhile.
    expect(await desk.pg.sql('SELECT DISTINCT next_try_at FROM tickets.assistant_turns')).toHaveLength(1)
    services.fail(undefined)
    desk.ports.clock.advance(10 * SECOND)
    await runJobs()
    expect(services.calls.map(({ json }) => json['message'])).toEqual([
      { conversation: 'um' },
      { conversation: 'um' },
      { conversation: 'dois' },
    ])
    const ids = services.calls.map(({ headers }) => headers['balcao-delivery'])
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[1])
    expect(await waiting()).toEqual([])
  })

  it('is told again after the process that called it was killed', async () => {
    const joana = newCustomer()
    await joana.write('oi')
    await desk.pg.sql('UPDATE tickets.assistant_turns SET claimed_until = $1, tries = 1', [
      new Date(desk.ports.clock.now().getTime() + MINUTE),
    ])
    await runJobs()
    expect(services.calls).toEqual([])
    desk.ports.clock.advance(2 * MINUTE)
    await runJobs()
    expect(services.calls).toHaveLength(1)
  })

  it('becomes a dead turn after three days, and at once when it is refused', async () => {
    const joana = newCustomer()
    services.fail(0)
    await joana.says('oi')
    expect(await waiting()).toMatchObject([{ dead_at: null, failure: 'ERR_UNAVAILABLE' }])
    desk.ports.clock.advance(73 * HOUR)
    await runJobs()
    expect(await waiting()).toMatchObject([{ dead_at: expect.any(Date) as Date }])
    services.fail(410)
    await newCustomer().says('oi')
    expect((await waiting()).map(({ failure }) => failure)).toContain('HTTP 410')
    expect((await waiting()).every(({ dead_at }) => dead_at !== null)).toBe(true)
  })

  it('is told at most 60 messages of a conversation in an hour', async () => {
    const loop = newCustomer()
    for (let index = 0; index < 65; index += 1) await loop.write(`volta ${index}`)
    await runJobs()
    expect(services.calls).toHaveLength(60)
    desk.ports.clock.advance(HOUR)
    await loop.says('de novo')
    expect(services.calls).toHaveLength(61)
  })
})

it('a webhook whose name leads to a private address is not called', async () => {
  await integrate({ type: 'webhook', name: 'privado', urlN8N: 'http://localhost/hook' })
  await newCustomer().says('oi')
  expect(await waiting()).toMatchObject([
    { failure: 'ERR_URL_NOT_ALLOWED', dead_at: expect.any(Date) as Date },
  ])
  await dropTurns()
})

it.each(['file:///etc/passwd', 'typebot.example.test'])('a Typebot at %j is not called', async (url) => {
  await integrate({
    type: 'typebot',
    name: url,
    urlN8N: 'https://typebot.example.test',
    typebotSlug: 'vendas',
  })
  // Written before such a URL was refused.
  await desk.pg.sql(`UPDATE tickets.queue_integrations SET url = '${url}' WHERE name = '${url}'`)
  await newCustomer().says('oi')
  expect(await waiting()).toMatchObject([
    { failure: 'ERR_URL_NOT_ALLOWED', dead_at: expect.any(Date) as Date },
  ])
  await dropTurns()
})

describe('a queue with a Typebot', () => {
  beforeAll(() =>
    integrate({
      type: 'typebot',
      name: 'typebot',
      urlN8N: services.origin,
      typebotSlug: 'vendas',
      typebotExpires: 10,
      // Before each text; a second by default.
      typebotDelayMessage: 10,
      typebotKeywordFinish: 'sair',
      typebotKeywordRestart: 'reiniciar',
      typebotRestartMessage: 'Começando de novo.',
      typebotUnknownMessage: 'Não entendi.',
    }),
  )

  it('greets, goes on, and begins again when its server forgot the session', async () => {
    const joana = newCustomer()
    expect(await joana.says('oi')).toEqual([
      'Olá, *bem-vindo*\n[site](https://x.test)',
      '▶️ Comprar\n▶️ Trocar',
    ])
    expect(await joana.says('Comprar')).toEqual(['Recebi Comprar'])
    services.forgetSessions()
    expect(await joana.says('oi?')).toContain('▶️ Comprar\n▶️ Trocar')
  })

  it('begins again after its minutes of silence', async () => {
    const joana = newCustomer()
    await joana.says('oi')
    desk.ports.clock.advance(11 * MINUTE)
    expect(await joana.says('Comprar')).toContain('▶️ Comprar\n▶️ Trocar')
  })

  it('says so when it does not understand, and hands over when the flow asks for it', async () => {
    const joana = newCustomer()
    await joana.says('oi')
    expect(await joana.says('estranho')).toEqual(['Não entendi.'])
    expect(await joana.says('vazio')).toEqual(['Não entendi.'])
    expect(await joana.says('pessoa')).toEqual([])
    expect(await joana.ticket()).toMatchObject({
      use_integration: false,
      integration_id: null,
      status: 'pending',
      queue_id: vendas,
    })
    services.calls.length = 0
    await joana.says('alguém?')
    expect(services.calls).toEqual([])
  })

  it('sends files as messages, in their place; what is no file, is too large or is refused stays a link', async () => {
    const joana = newCustomer()
    await joana.says('oi')
    await joana.write('arquivos')
    await runJobs()
    const sent = (await outbox(desk, 'outboundRequested')).map(({ body }) => body['outboundRequested'])
    await clearOutbox(desk)
    const { origin } = services
    expect(
      sent.map((one) => [
        one?.['kind'],
        (one?.['media'] as { name: string } | undefined)?.name ?? one?.['body'],
      ]),
    ).toEqual([
      ['chat', 'Veja:'],
      ['image', 'bolo de pote.png'],
      ['audio', 'oi.ogg'],
      ['chat', 'e mais:'],
      ['video', 'loja.mp4'],
      ['chat', 'https://youtu.be/x'],
      ['application', 'cardapio.pdf'],
      ['chat', `${origin}/files/pagina.html`],
      ['chat', `${origin}/files/gone.png`],
      ['chat', `${origin}/files/enorme.png`],
      ['chat', 'http://10.0.0.1/a.png'],
    ])
    const { key } = sent[1]?.['media'] as { key: string }
    expect(await desk.ports.blobs.info(key)).toEqual({ sizeBytes: 16 })
    expect(await desk.pg.sql('SELECT key FROM tickets.pending_blobs')).toEqual([])
  })

  describe('that names a user', () => {
    let bia: Session
    beforeAll(async () => {
      bia = await person(desk, { id: 21, name: 'Bia', queueIds: [pessoas] })
      await person(desk, { id: 22, name: 'Caio', queueIds: [vendas] })
      await person(desk, { id: 23, name: 'Alheia', company: FOREIGN, profile: 'admin' })
    })
    const after = async (command: object) => {
      const joana = newCustomer()
      await joana.says('oi')
      expect(await joana.says(`comando ${JSON.stringify(command)}`)).toEqual([])
      const { status, user_id, queue_id, use_integration, integration_id } = await joana.ticket()
      expect([use_integration, integration_id]).toEqual([false, null])
      return { status, user_id, queue_id }
    }

    it('gives that agent the conversation, in the queue that it names', async () => {
      const given = await after({ queueId: pessoas, userId: bia.userId })
      expect(given).toEqual({ status: 'open', user_id: bia.userId, queue_id: pessoas })
      expect(await after({ userId: 22 })).toEqual({ status: 'open', user_id: 22, queue_id: vendas })
    })

    it.each([
      ['does not serve that queue', 22],
      ['is of another company', 23],
      ['is unknown', 999],
    ])('waits for a person in the queue when the user %s', async (_why, user) => {
      const given = await after({ queueId: pessoas, userId: user })
      expect(given).toEqual({ status: 'pending', user_id: null, queue_id: pessoas })
    })

    it('waits in its own queue when that of the command is another company’s', async () => {
      const foreign = await queue(desk, 'Alheia', FOREIGN)
      expect(await after({ queueId: foreign })).toEqual({
        status: 'pending',
        user_id: null,
        queue_id: vendas,
      })
    })
  })

  it('restarts and ends by its words', async () => {
    const joana = newCustomer()
    await joana.says('oi')
    expect(await joana.says('reiniciar')).toEqual(['Começando de novo.'])
    expect(await joana.says('oi')).toContain('▶️ Comprar\n▶️ Trocar')
    await joana.says('sair')
    expect(await joana.ticket()).toMatchObject({ status: 'closed', use_integration: false })
  })

  it('gives the customer to a person after three failed tries', async () => {
    services.fail(500)
    const joana = newCustomer()
    await joana.says('oi')
    for (let tries = 0; tries < 3; tries += 1) {
      desk.ports.clock.advance(MINUTE)
      await runJobs()
    }
    expect(services.calls).toHaveLength(3)
    expect(await joana.ticket()).toMatchObject({ use_integration: false, status: 'pending' })
    expect(await waiting()).toMatchObject([{ dead_at: expect.any(Date) as Date }])
    await dropTurns()
  })
})

describe('a queue with Dialogflow', () => {
  const agent = { type: 'dialogflow', name: 'dialogflow', projectName: 'loja', jsonContent: keyFile }
  let made: CreatedQueueIntegration
  beforeAll(async () => {
    made = await integrate(agent)
  })

  it('answers, and hands over at the end of the conversation or without an answer', async () => {
    const joana = newCustomer()
    expect(await joana.says('horário')).toEqual(['Você disse: horário'])
    expect(await joana.says('tchau')).toEqual(['Você disse: tchau'])
    expect(await joana.ticket()).toMatchObject({ use_integration: false, status: 'pending' })
    const bia = newCustomer()
    expect(await bia.says('mudo')).toEqual([])
    expect(await bia.ticket()).toMatchObject({ use_integration: false })
  })

  it.each([
    ['the file that is typed', () => keyFile, 200, undefined],
    ['the stored one', () => SECRET_MASK, 200, undefined],
    ['no JSON', () => 'x', 400, 'ERR_TEST_SESSION_DIALOG'],
    ['a key of another account', () => keyFile.replace(/MII/, 'MIJ'), 400, 'ERR_TEST_SESSION_DIALOG'],
  ])('is tried with %s', async (_name, jsonContent, status, error) => {
    const body = {
      integrationId: made.id,
      projectName: 'loja',
      jsonContent: jsonContent(),
      language: 'pt-BR',
    }
    const answer = await call(admin, 'POST', '/queueIntegration/testSession', body)
    expect({ status: answer.status, error: answer.body['error'] }).toEqual({ status, error })
    if (status === 200) expect(answer.body).toEqual({ messages: ['Você disse: olá'] })
  })

  it('that does not answer fails its test', async () => {
    services.fail(500)
    const body = { projectName: 'loja', jsonContent: keyFile, language: 'en' }
    const answer = await call(admin, 'POST', '/queueIntegration/testSession', body)
    expect(answer.body['error']).toBe('ERR_TEST_SESSION_DIALOG')
  })
})

describe('a prompt', () => {
  const newPrompt = async (fields: Record<string, unknown> = {}) => {
    const form = {
      name: 'Atendente',
      prompt: 'Você atende uma padaria.',
      apiKey: 'sk-test',
      queueId: pessoas,
      maxMessages: 3,
    }
    const made = (await call(admin, 'POST', '/prompt', { ...form, ...fields })).body as unknown as PromptView
    await attach({ promptId: made.id })
    return made
  }
  const lastLines = () => services.calls.at(-1)?.json['messages'] as { role: string; content: string }[]

  it('answers with the last messages in mind, oldest first', async () => {
    await newPrompt()
    services.say('Abrimos às 8.')
    const joana = newCustomer()
    expect(await joana.says('oi')).toEqual(['Abrimos às 8.'])
    desk.ports.clock.advance(SECOND)
    await joana.says('e no sábado?')
    const [system, ...history] = lastLines()
    expect(system?.content).toMatch(/Joana[^]*padaria/)
    expect(history).toEqual([
      { role: 'user', content: 'oi' },
      { role: 'assistant', content: 'Abrimos às 8.' },
      { role: 'user', content: 'e no sábado?' },
    ])
    await joana.says('obrigada')
    expect(lastLines()).toHaveLength(4)
  })

  it('gives the customer to a person in its queue when the model asks for it', async () => {
    await newPrompt()
    services.say('Ação: Transferir para o setor de atendimento Já chamo alguém.')
    const joana = newCustomer()
    expect(await joana.says('quero uma pessoa')).toEqual(['Já chamo alguém.'])
    expect(await joana.ticket()).toMatchObject({ use_integration: false, prompt_id: null, queue_id: pessoas })
  })

  it.each([
    ['without a key', { apiKey: '' }, 0],
    ['with a key that is refused', { apiKey: 'sk-other' }, 1],
  ])('%s gives the customer to a person at once', async (_name, fields, calls) => {
    await newPrompt(fields)
    const joana = newCustomer()
    expect(await joana.says('oi')).toEqual([])
    expect(services.calls).toHaveLength(calls)
    expect(await joana.ticket()).toMatchObject({ use_integration: false, queue_id: pessoas })
    await dropTurns()
  })

  it('answers no more once its tokens of the month are spent', async () => {
    await newPrompt({ monthlyTokens: 42 })
    services.say('Oi!')
    const joana = newCustomer()
    expect(await joana.says('oi')).toEqual(['Oi!'])
    expect(await joana.says('tudo bem?')).toEqual([])
    expect(await joana.ticket()).toMatchObject({ use_integration: false, queue_id: pessoas })
    desk.ports.clock.advance(31 * 24 * HOUR)
    expect(await newCustomer().says('oi')).toEqual(['Oi!'])
  })

  it('speaks when it has a voice and the keys for it', async () => {
    await newPrompt({ voice: 'pt-BR-FranciscaNeural', voiceKey: 'speech-key', voiceRegion: 'brazilsouth' })
    services.say('Bom dia & <boa> sorte')
    await newCustomer().write('oi')
    await runJobs()
    const [sent] = await outbox(desk, 'outboundRequested')
    expect(sent?.body['outboundRequested']).toMatchObject({ kind: 'audio', media: { sizeBytes: 10 } })
    expect(services.calls.at(-1)?.body).toContain('Bom dia &#38; &#60;boa&#62; sorte')
  })

  const keys = { voiceKey: 'speech-key', voiceRegion: 'brazilsouth' }

  it.each(promptVoices.filter((voice) => voice !== TEXT_VOICE))('speaks as %s', async (voice) => {
    await newPrompt({ voice, ...keys })
    await newCustomer().write('oi')
    await runJobs()
    const [sent] = await outbox(desk, 'outboundRequested')
    expect(sent?.body['outboundRequested']).toMatchObject({ kind: 'audio' })
    expect(services.calls.at(-1)?.body).toContain(`<voice name="${voice}">`)
  })

  it.each(['text', 'texto', undefined])('with the voice %j writes, whatever keys it has', async (voice) => {
    await newPrompt({ ...(voice && { voice }), ...keys })
    services.say('Bom dia')
    expect(await newCustomer().says('oi')).toEqual(['Bom dia'])
    expect(services.calls).toHaveLength(1)
  })

  it('of a connection answers before any queue, and leaves the bot to go on', async () => {
    const { id } = await newPrompt({ queueId: vendas })
    await attach({})
    await connection(desk, 2, { queueIds: [vendas, pessoas] })
    await desk.pg.sql(`UPDATE tickets.connections SET rules = rules || $1 WHERE id = 2`, [
      JSON.stringify({ promptId: id, greetingMessage: 'Escolha:' }),
    ])
    services.say('Oi!')
    await deliver(desk, INBOUND_GROUP, received(desk, { connectionId: 2, number: '5511944440001' }))
    await runJobs()
    expect(await said()).toEqual(['Oi!'])
    await call(admin, 'DELETE', `/prompt/${id}`)
    await deliver(desk, INBOUND_GROUP, received(desk, { connectionId: 2, number: '5511944440001' }))
    await runJobs()
    await deliver(desk, INBOUND_GROUP, received(desk, { connectionId: 2, number: '5511944440001' }))
    expect(String((await said())[0])).toMatch(/^Escolha:/)
  })
})
