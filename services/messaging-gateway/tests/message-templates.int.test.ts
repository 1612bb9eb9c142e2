import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import type { TemplateView } from '@balcao/contracts'
import type { FilledTemplate, SendToContactRequest } from '@balcao/contracts/wire'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import { addNumber, connectNumber, credentialsOf, makeTemplate, type CloudNumber } from './cloud-rig'
import { asksToSend, caller, SCHEMA, statusIs, tell, type Caller, type Gateway } from './support'
import { filled, PICTURE, RITA, startTemplateRig, TEXT_OF_OFFER, type TemplateRig } from './template-rig'

let rig: TemplateRig
let pg: TestDatabase
let graph: GraphServer
let gateway: Gateway
let admin: Caller
let agent: Caller
let foreigner: Caller
let ours: CloudNumber
let theirs: CloudNumber
let connection: number
let foreign: number
const apiSends: SendToContactRequest[] = []

beforeAll(async () => {
  rig = await startTemplateRig({
    tickets: {
      sendToContact: (request: SendToContactRequest) => {
        apiSends.push(request)
        return Promise.resolve({ ticketId: 1, messages: [{ id: 'm1' }] } as never)
      },
    },
  })
  ;({ pg, graph, gateway, admin, agent, foreigner, ours, theirs, connection, foreign } = rig)
})

afterAll(() => rig.stop())

const definition = (own: object = {}) => ({
  name: 'pedido_saiu',
  language: 'pt_BR',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['77'] } },
    {
      type: 'BODY',
      text: 'Olá, {{1}}! O seu pedido {{2}} já saiu para entrega hoje de manhã.',
      example: { body_text: [['Ana', '77']] },
    },
    { type: 'FOOTER', text: 'Loja do Bairro' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigada' },
        {
          type: 'URL',
          text: 'Acompanhar',
          url: 'https://example.com/{{1}}',
          example: ['https://example.com/77'],
        },
      ],
    },
  ],
  ...own,
})

const makeAtMeta = (own: object = {}, number: CloudNumber = ours): Promise<void> =>
  makeTemplate(graph, number, definition(own))

const SAMPLE_TYPES: Readonly<Record<string, string>> = {
  IMAGE: 'image/png',
  VIDEO: 'video/mp4',
  DOCUMENT: 'application/pdf',
}
/** Approved templates with a file of this kind in their header. */
async function makeWithFile(name: string, format: string): Promise<void> {
  const handle = graph.templates.addSample(ours.appId, SAMPLE_TYPES[format] ?? '')
  await makeAtMeta({
    name,
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format, example: { header_handle: [handle] } },
      { type: 'BODY', text: TEXT_OF_OFFER },
    ],
  })
  graph.templates.decide(graph.templates.read(name), 'APPROVED')
  await rig.settled()
}

describe('the templates of a connection', () => {
  it('are none before they are read, and all of them after, page by page', async () => {
    expect(await rig.list()).toEqual([])
    await makeAtMeta()
    for (let index = 0; index < 120; index += 1) await makeAtMeta({ name: `aviso_${index}` })
    const { status, body } = await rig.sync()
    expect({ status, count: body.length }).toEqual({ status: 200, count: 121 })
    expect(await rig.list()).toEqual(body)
    expect(body.find(({ name }) => name === 'pedido_saiu')).toEqual({
      id: graph.templates.read('pedido_saiu').id,
      whatsappId: connection,
      name: 'pedido_saiu',
      language: 'pt_BR',
      category: 'UTILITY',
      state: 'PENDING',
      reason: '',
      quality: 'UNKNOWN',
      canBeSent: false,
      canBeEdited: false,
      askedAt: expect.any(String),
      headerFormat: 'TEXT',
      header: 'Pedido {{1}}',
      body: 'Olá, {{1}}! O seu pedido {{2}} já saiu para entrega hoje de manhã.',
      footer: 'Loja do Bairro',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigada', url: '', phoneNumber: '' },
        { type: 'URL', text: 'Acompanhar', url: 'https://example.com/{{1}}', phoneNumber: '' },
      ],
      isNamed: false,
      headerExamples: ['77'],
      bodyExamples: ['Ana', '77'],
    })
  })

  it('are for the company, agents read them, administrators alone read them again', async () => {
    expect((await rig.list(agent)).length).toBe(121)
    expect((await rig.sync(agent)).status).toBe(403)
    expect((await foreigner('GET', rig.pathOf())).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await foreigner('POST', `${rig.pathOf()}/sync`, {})).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await rig.sync(foreigner, foreign)).body).toEqual([])
    expect((await rig.list()).length).toBe(121)
  })

  it('are refused for a connection that has none', async () => {
    const { body } = await admin<{ id: number }>('POST', '/whatsapp', { name: 'Simulada' })
    for (const [method, path] of [
      ['GET', rig.pathOf(body.id)],
      ['POST', `${rig.pathOf(body.id)}/sync`],
    ] as const) {
      const answer = await admin(method, path, method === 'POST' ? {} : undefined)
      expect(answer.body.error).toBe('ERR_WAPP_NOT_OFFERED')
    }
    await admin('DELETE', `/whatsapp/${body.id}`)
  })

  it('stay as they are when Meta does not answer', async () => {
    graph.faults.next({ kind: 'refuse', status: 500 }, { path: '/message_templates' })
    const { status, body } = await rig.sync()
    expect({ status, error: (body as unknown as { error: string }).error }).toEqual({
      status: 503,
      error: 'ERR_CLOUD_UNAVAILABLE',
    })
    expect((await rig.list()).length).toBe(121)
  })

  it.each([
    [
      'an approval',
      (one: ReturnType<GraphServer['templates']['read']>) => graph.templates.decide(one, 'APPROVED'),
      { state: 'APPROVED', canBeSent: true },
    ],
    [
      'a pause',
      (one: ReturnType<GraphServer['templates']['read']>) => graph.templates.pause(one),
      { state: 'PAUSED', quality: 'RED', canBeSent: false },
    ],
    [
      'another category',
      (one: ReturnType<GraphServer['templates']['read']>) => graph.templates.setCategory(one, 'MARKETING'),
      { category: 'MARKETING' },
    ],
    [
      'a rejection',
      (one: ReturnType<GraphServer['templates']['read']>) => graph.templates.decide(one, 'PROMOTIONAL'),
      { state: 'REJECTED', reason: 'PROMOTIONAL' },
    ],
  ])('follow %s by the webhook', async (_name, change, expected) => {
    change(graph.templates.read('pedido_saiu'))
    await rig.settled()
    expect(await rig.named('pedido_saiu')).toMatchObject(expected)
  })

  it('have the last state when notices come in another order', async () => {
    const template = graph.templates.read('pedido_saiu')
    graph.webhooks.hold()
    graph.templates.decide(template, 'APPROVED')
    graph.templates.pause(template)
    graph.templates.decide(template, 'APPROVED')
    graph.webhooks.release((waiting) => [...waiting].reverse())
    await rig.settled()
    expect(await rig.named('pedido_saiu')).toMatchObject({ state: 'APPROVED' })
  })

  it('keep what a later question was answered', async () => {
    const { id } = graph.templates.read('pedido_saiu')
    const later = new Date(Date.now() + 60_000)
    await pg.sql(`UPDATE ${SCHEMA}.message_templates SET asked_at = $1, state = 'DISABLED' WHERE id = $2`, [
      later,
      id,
    ])
    await rig.sync()
    expect(await rig.named('pedido_saiu')).toMatchObject({ state: 'DISABLED' })
    await pg.sql(
      `UPDATE ${SCHEMA}.message_templates SET asked_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    )
    await rig.sync()
    expect(await rig.named('pedido_saiu')).toMatchObject({ state: 'APPROVED' })
  })

  it('are those of all numbers of the account', async () => {
    const second = graph.addPhoneNumber({ accountId: ours.accountId, digits: '5511940000009' })
    const number = { ...ours, phoneNumberId: second.id, digits: second.digits, verifyToken: 'the-second' }
    const other = await connectNumber({ graph, gateway }, admin, number)
    const states = async () =>
      (await rig.list(admin, other)).filter(({ name }) => name === 'pedido_saiu').map(({ state }) => state)
    expect(await states()).toEqual(['APPROVED'])
    graph.templates.pause(graph.templates.read('pedido_saiu'))
    await rig.settled()
    expect(await states()).toEqual(['DISABLED'])
    graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED')
    await rig.settled()
    await admin('DELETE', `/whatsapp/${other}`)
    await rig.settled()
    const left = await pg.sql(`SELECT 1 FROM ${SCHEMA}.message_templates WHERE connection_id = $1`, [other])
    expect(left).toEqual([])
    expect(await rig.named('pedido_saiu')).toMatchObject({ state: 'APPROVED' })
  })
})

describe('a template that a company makes', () => {
  const draft = (own: object = {}) => ({
    name: 'boas_vindas',
    language: 'pt_BR',
    category: 'MARKETING',
    header: 'Olá',
    body: 'Oi, {{1}}! Temos novidades para você nesta semana na loja.',
    bodyExamples: ['Ana'],
    footer: 'Responda SAIR para não receber',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Quero ver' },
      { type: 'URL', text: 'Loja', url: 'https://example.com' },
    ],
    ...own,
  })
  const create = (own: object = {}, caller: Caller = admin, id = connection) =>
    caller<TemplateView & { error?: string; fields?: Record<string, string> }>(
      'POST',
      rig.pathOf(id),
      draft(own),
    )

  it('is submitted, waits for its review, and follows it', async () => {
    const { status, body } = await create()
    expect({ status, state: body.state, canBeSent: body.canBeSent }).toEqual({
      status: 200,
      state: 'PENDING',
      canBeSent: false,
    })
    expect(graph.templates.read('boas_vindas').components).toHaveLength(4)
    expect(await rig.named('boas_vindas')).toEqual(body)
    graph.templates.decide(graph.templates.read('boas_vindas'), 'APPROVED')
    await rig.settled()
    expect(await rig.named('boas_vindas')).toMatchObject({ state: 'APPROVED', canBeSent: true })
  })

  it('is refused by Meta a second time, at its name', async () => {
    expect((await create()).body.error).toBe('ERR_TEMPLATE_NAME_TAKEN')
  })

  it.each([
    ['a wrong name', { name: 'Boas Vindas' }, 'ERR_VALIDATION', 'name'],
    [
      'a variable at the end',
      { name: 'outro', body: 'Temos novidades para você hoje, {{1}}' },
      'ERR_TEMPLATE_REFUSED',
      'body',
    ],
    ['an example too few', { name: 'outro', bodyExamples: [] }, 'ERR_TEMPLATE_REFUSED', 'bodyExamples'],
  ])('with %s is refused at its field, and not sent to Meta', async (_name, own, error, field) => {
    const { body } = await create(own)
    expect({ error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({ error, fields: [field] })
    expect(() => graph.templates.read('outro')).toThrow()
  })

  it('is refused past the limit of the account', async () => {
    graph.settings.templatesPerAccount = 1
    expect((await create({ name: 'mais_um' })).body.error).toBe('ERR_TEMPLATE_LIMIT')
    graph.settings.templatesPerAccount = 250
  })

  it('is for administrators of the company', async () => {
    expect((await create({}, agent)).status).toBe(403)
    expect((await create({}, foreigner)).body.error).toBe('ERR_NO_WAPP_FOUND')
    const { id } = graph.templates.read('boas_vindas')
    expect((await agent('DELETE', `${rig.pathOf()}/${id}`)).status).toBe(403)
    expect((await foreigner('DELETE', `${rig.pathOf(foreign)}/${id}`)).body.error).toBe(
      'ERR_NO_TEMPLATE_FOUND',
    )
    expect(await rig.named('boas_vindas')).toBeDefined()
  })

  it('is deleted at Meta and here, also where Meta does not have it any more', async () => {
    const { id } = graph.templates.read('boas_vindas')
    expect((await admin('DELETE', `${rig.pathOf()}/${id}`)).status).toBe(204)
    expect(() => graph.templates.read('boas_vindas')).toThrow()
    expect(await rig.named('boas_vindas')).toBeUndefined()
    expect((await admin('DELETE', `${rig.pathOf()}/${id}`)).body.error).toBe('ERR_NO_TEMPLATE_FOUND')
    const gone = graph.templates.read('aviso_0')
    graph.network.templates.delete(gone.id)
    expect((await admin('DELETE', `${rig.pathOf()}/${gone.id}`)).status).toBe(204)
    expect(await rig.named('aviso_0')).toBeUndefined()
  })

  it('that was deleted in the manager is gone with its notice, or when all are read', async () => {
    graph.network.templates.delete(graph.templates.read('aviso_1').id)
    await rig.sync()
    expect(await rig.named('aviso_1')).toBeUndefined()
    await fetch(`${graph.url}/v26.0/${ours.accountId}/message_templates?name=aviso_2`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ours.token}` },
    })
    await rig.settled()
    expect(await rig.named('aviso_2')).toBeUndefined()
  })
})

describe('a template that a company edits', () => {
  const NAME = 'aviso_de_entrega'
  const BODY = 'Oi, {{1}}! O seu pedido chega hoje à tarde.'
  const parts = (own: object = {}) => ({
    header: 'Loja do Bairro',
    body: BODY,
    bodyExamples: ['Ana'],
    footer: '',
    buttons: [{ type: 'QUICK_REPLY', text: 'Combinado' }],
    ...own,
  })
  const read = () => graph.templates.read(NAME)
  const edit = (own: object = {}, caller: Caller = admin, id = connection) =>
    caller<TemplateView & { error?: string; fields?: Record<string, string> }>(
      'PUT',
      `${rig.pathOf(id)}/${read().id}`,
      parts(own),
    )
  const decide = async (decision: 'APPROVED' | 'PROMOTIONAL') => {
    graph.templates.decide(read(), decision)
    await rig.settled()
  }
  /** As if the last edit had been made long ago. */
  const forgetEdits = () => void read().editedAtMs.splice(0)

  beforeAll(async () => {
    await admin('POST', rig.pathOf(), { name: NAME, language: 'pt_BR', category: 'UTILITY', ...parts() })
    await decide('APPROVED')
  })

  beforeEach(() => forgetEdits())

  it('says the new text from then on, is reviewed again, and follows the review', async () => {
    const body = 'Oi, {{1}}! O seu pedido chega amanhã de manhã.'
    const answer = await edit({ body, footer: 'Até logo', buttons: [] })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: NAME,
        category: 'UTILITY',
        state: 'PENDING',
        canBeSent: false,
        canBeEdited: false,
        header: 'Loja do Bairro',
        body,
        bodyExamples: ['Ana'],
        footer: 'Até logo',
        buttons: [],
      },
    })
    expect(await rig.named(NAME)).toEqual(answer.body)
    expect(read()).toMatchObject({ status: 'PENDING', components: { length: 3 } })
    await decide('APPROVED')
    expect(await rig.named(NAME)).toMatchObject({
      state: 'APPROVED',
      body,
      canBeSent: true,
      canBeEdited: true,
    })
  })

  it('is refused while it is under review, and a second time on the day', async () => {
    expect((await edit()).status).toBe(200)
    expect(await edit()).toMatchObject({ status: 409, body: { error: 'ERR_TEMPLATE_STATE' } })
    await decide('APPROVED')
    expect(await edit()).toMatchObject({ status: 409, body: { error: 'ERR_TEMPLATE_EDIT_LIMIT' } })
    expect(await rig.named(NAME)).toMatchObject({ state: 'APPROVED', body: BODY })
  })

  it('is refused for what Meta has in review meanwhile, and the list shows it', async () => {
    graph.webhooks.hold()
    graph.network.templates.get(read().id)!.status = 'DISABLED'
    expect(await rig.named(NAME)).toMatchObject({ state: 'APPROVED' })
    expect((await edit()).body.error).toBe('ERR_TEMPLATE_STATE')
    expect(await rig.named(NAME)).toMatchObject({ state: 'DISABLED' })
    graph.webhooks.release()
    await decide('APPROVED')
  })

  it('keeps its category while it is approved, at the field', async () => {
    const { status, body } = await edit({ category: 'MARKETING' })
    expect({ status, error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 400,
      error: 'ERR_TEMPLATE_REFUSED',
      fields: ['category'],
    })
    expect((await edit({ category: 'UTILITY' })).status).toBe(200)
    await decide('APPROVED')
  })

  it('takes another category once it was rejected, unless Meta has approved it meanwhile', async () => {
    await decide('PROMOTIONAL')
    expect(await rig.named(NAME)).toMatchObject({
      state: 'REJECTED',
      reason: 'PROMOTIONAL',
      canBeEdited: true,
    })
    graph.webhooks.hold()
    graph.templates.decide(read(), 'APPROVED')
    const late = await edit({ category: 'MARKETING' })
    expect(late.body).toMatchObject({
      error: 'ERR_TEMPLATE_REFUSED',
      fields: { category: expect.anything() },
    })
    expect(await rig.named(NAME)).toMatchObject({ state: 'APPROVED' })
    graph.webhooks.release()
    await decide('PROMOTIONAL')
    expect((await edit({ category: 'MARKETING' })).body).toMatchObject({
      state: 'PENDING',
      reason: '',
      category: 'MARKETING',
    })
    await decide('APPROVED')
    expect(await rig.named(NAME)).toMatchObject({ state: 'APPROVED', category: 'MARKETING' })
  })

  it.each([
    ['a variable at the end', { body: 'Temos novidades para você hoje, {{1}}' }, 'body'],
    ['an example too few', { bodyExamples: [] }, 'bodyExamples'],
    ['a variable in the footer', { footer: 'Oi {{1}} oi' }, 'footer'],
  ])('with %s is refused at its field, and not sent to Meta', async (_name, own, field) => {
    const { body } = await edit(own)
    expect({ error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({
      error: 'ERR_TEMPLATE_REFUSED',
      fields: [field],
    })
    expect(read().editedAtMs).toEqual([])
  })

  it('is not edited where the desk would lose a part of it', async () => {
    const id = graph.templates.read('pedido_saiu').id
    graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED')
    await rig.settled()
    expect(await rig.named('pedido_saiu')).toMatchObject({ canBeSent: true, canBeEdited: false })
    const answer = await admin<{ error: string }>('PUT', `${rig.pathOf()}/${id}`, parts())
    expect(answer.body.error).toBe('ERR_WAPP_NOT_OFFERED')
  })

  it('is for administrators of the company', async () => {
    expect((await edit({}, agent)).status).toBe(403)
    expect((await edit({}, foreigner)).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect(await edit({}, foreigner, foreign)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TEMPLATE_FOUND' },
    })
    expect(read().editedAtMs).toEqual([])
  })

  it('is the one of all numbers of the account', async () => {
    const second = graph.addPhoneNumber({ accountId: ours.accountId, digits: '5511940000008' })
    const number = { ...ours, phoneNumberId: second.id, digits: second.digits, verifyToken: 'the-third' }
    const other = await connectNumber({ graph, gateway }, admin, number)
    expect((await edit({ footer: 'Até já' })).status).toBe(200)
    const seen = (await rig.list(admin, other)).find(({ name }) => name === NAME)
    expect(seen).toMatchObject({ state: 'PENDING', footer: 'Até já' })
    await admin('DELETE', `/whatsapp/${other}`)
    await decide('APPROVED')
  })

  it('that is gone at Meta is gone here', async () => {
    const { id } = read()
    graph.network.templates.delete(id)
    const answer = await admin<{ error: string }>('PUT', `${rig.pathOf()}/${id}`, parts())
    expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_TEMPLATE_FOUND' } })
    expect(await rig.named(NAME)).toBeUndefined()
  })
})

describe('a template is filled in', () => {
  const fill = (own: object = {}): Promise<{ template: FilledTemplate; text: string }> => {
    const method = gateway.service.rpc[0]?.implementation.fillTemplate as unknown as (
      call: object,
      done: (error: Error | null, answer: { template: FilledTemplate; text: string }) => void,
    ) => void
    const request = {
      companyId: 1,
      connectionId: connection,
      name: 'pedido_saiu',
      language: 'pt_BR',
      header: ['77'],
      body: ['Rita', '77'],
      buttons: ['p77'],
      ...own,
    }
    const call = { request, getDeadline: () => new Date(Date.now() + 60_000), metadata: {} }
    return new Promise((resolve, reject) =>
      method(call, (error, answer) => (error ? reject(error) : resolve(answer))),
    )
  }

  it('with what the customer reads', async () => {
    expect(await fill()).toEqual({
      template: filled(),
      text: 'Pedido 77\nOlá, Rita! O seu pedido 77 já saiu para entrega hoje de manhã.\nLoja do Bairro',
    })
  })

  it.each([
    ['IMAGE', 'image/png', 1_000, undefined],
    ['IMAGE', 'image/webp', 1_000, 'ERR_TEMPLATE_FILE'],
    ['IMAGE', 'application/pdf', 1_000, 'ERR_TEMPLATE_FILE'],
    ['IMAGE', '', 0, 'ERR_TEMPLATE_FILE'],
    ['IMAGE', 'image/jpeg', 5 * 1024 * 1024 + 1, 'ERR_MEDIA_TOO_LARGE'],
    ['VIDEO', 'video/mp4', 16 * 1024 * 1024, undefined],
    ['VIDEO', 'video/mp4', 16 * 1024 * 1024 + 1, 'ERR_MEDIA_TOO_LARGE'],
    ['DOCUMENT', 'application/pdf', 100 * 1024 * 1024, undefined],
    ['DOCUMENT', 'image/png', 1_000, 'ERR_TEMPLATE_FILE'],
  ])('with %s as its header and %s of %i bytes: %s', async (format, mimeType, sizeBytes, code) => {
    const name = `com_${format.toLowerCase()}`
    if (!(await rig.named(name))) await makeWithFile(name, format)
    expect(await rig.named(name)).toMatchObject({ canBeSent: true, canBeEdited: true, headerFormat: format })
    const file = mimeType === '' ? undefined : { mimeType, sizeBytes }
    const answer = await fill({ name, header: [], body: [], buttons: [], file }).then(
      ({ text }) => text,
      (error: { metadata: { get(name: string): unknown[] } }) => error.metadata.get('desk-error')[0],
    )
    expect(answer).toBe(code ?? TEXT_OF_OFFER)
  })

  it('to be sent later, with what the file of its header may be then', async () => {
    const name = 'com_image'
    if (!(await rig.named(name))) await makeWithFile(name, 'IMAGE')
    const later = { name, header: [], body: [], buttons: [], fileLater: true }
    expect(await fill(later)).toMatchObject({
      text: TEXT_OF_OFFER,
      file: { format: 'IMAGE', maxBytes: 5 * 1024 * 1024 },
    })
    expect(await fill({ fileLater: true })).not.toHaveProperty('file.format')
  })

  it.each([
    [
      'a file for a header of text',
      () => ({ file: { mimeType: 'image/png', sizeBytes: 1 } }),
      'ERR_TEMPLATE_FILE',
    ],
    ['an unknown one', () => ({ name: 'nenhum' }), 'ERR_NO_TEMPLATE_FOUND'],
    ['another language', () => ({ language: 'en' }), 'ERR_NO_TEMPLATE_FOUND'],
    ['one under review', () => ({ name: 'aviso_3' }), 'ERR_WAPP_TEMPLATE_UNUSABLE'],
    ['a value too few', () => ({ body: ['Rita'] }), 'ERR_TEMPLATE_VALUES'],
    ["another company's", () => ({ companyId: 2 }), 'ERR_NO_WAPP_FOUND'],
    [
      "another company's by its own connection",
      () => ({ companyId: 2, connectionId: foreign }),
      'ERR_NO_TEMPLATE_FOUND',
    ],
  ])('%s is refused', async (_name, own, code) => {
    const refusal = await fill(own()).catch(
      (error: { metadata: { get(name: string): unknown[] } }) => error.metadata.get('desk-error')[0],
    )
    expect(refusal).toBe(code)
  })
})

describe('a template that is sent', () => {
  beforeAll(async () => {
    graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED')
    await rig.settled()
  })

  it('goes outside of the window, where a text does not', async () => {
    const text = randomUUID()
    await asksToSend(gateway, { messageId: text, connectionId: connection, number: RITA, body: 'oi' })
    await rig.rowIs(text, 'FAILED')
    expect(await rig.row(text)).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED' })
    const template = await rig.sends(filled())
    await rig.rowIs(template, 'DELIVERED')
    const [arrived] = graph.inbox(RITA)
    expect(graph.inbox(RITA)).toHaveLength(1)
    expect(JSON.stringify(arrived)).toContain(
      'Olá, Rita! O seu pedido 77 já saiu para entrega hoje de manhã.',
    )
  })

  it.each([
    ['a picture', 'com_image', 'image/png', { type: 'image', image: { id: expect.any(String) } }],
    [
      'a document, by its name',
      'com_document',
      'application/pdf',
      { type: 'document', document: { id: expect.any(String), filename: 'catalogo.bin' } },
    ],
  ])('has %s above its text, uploaded once', async (_name, name, mimeType, parameter) => {
    const key = `companies/1/${name}.bin`
    const content = mimeType === 'image/png' ? PICTURE : Buffer.from('%PDF-1.7 catalogo')
    await gateway.ports.blobs.put(key, Readable.from([content]), { maxBytes: 1_000_000 })
    const size = { width: 1, height: 1, durationSeconds: 0, sizeBytes: content.length }
    const media = { key, name: 'catalogo.bin', mimeType, ...size }
    const uploads = graph.network.media.size
    for (const to of ['5511999990021', '5511999990022']) {
      const before = graph.inbox(to).length
      await rig.rowIs(await rig.sends(filled({ name, parameters: [] }), to, media), 'DELIVERED')
      expect(graph.inbox(to).slice(before)).toMatchObject([
        {
          rendered: TEXT_OF_OFFER,
          message: { template: { components: [{ type: 'header', parameters: [parameter] }] } },
        },
      ])
    }
    expect(graph.network.media.size).toBe(uploads + 1)
  })

  it('fails with words of its own where its file is missing', async () => {
    const messageId = await rig.sends(filled({ name: 'com_image', parameters: [] }), '5511999990023')
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_TEMPLATE_UNUSABLE' })
  })

  it('of a campaign goes, too, and is told with its text', async () => {
    const messageId = randomUUID()
    const to = '5511999990009'
    await tell(gateway, 'campaignMessageRequested', {
      campaignId: 5,
      messageId,
      connectionId: connection,
      number: to,
      body: 'o texto preenchido',
      answers: { campaignName: 'Natal', asks: false, opensTicket: false, optOutWords: [] },
      isReply: false,
      template: filled(),
    })
    await rig.rowIs(messageId, 'DELIVERED')
    expect(graph.inbox(to)).toHaveLength(1)
    const told = (await readOutbox(pg, SCHEMA)).flatMap(({ body }) =>
      body.$case === 'campaignMessageSending' ? [body.value] : [],
    )
    expect(told).toEqual([
      expect.objectContaining({ messageId, kind: 'template', body: 'o texto preenchido', number: to }),
    ])
  })

  it.each([
    ['is paused', () => graph.templates.pause(graph.templates.read('pedido_saiu')), filled()],
    ['was rejected', () => graph.templates.decide(graph.templates.read('pedido_saiu'), 'SCAM'), filled()],
    ['does not exist', () => undefined, filled({ name: 'outro_qualquer' })],
    [
      'has other values',
      () => graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED'),
      filled({ parameters: [] }),
    ],
  ])('fails with words of its own when it %s at Meta', async (_name, change, template) => {
    change()
    const messageId = await rig.sends(template)
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_TEMPLATE_UNUSABLE', tries: 1 })
    expect(graph.inbox(RITA)).toHaveLength(1)
  })

  it('fails for good where what is to be filled in is missing', async () => {
    const messageId = await rig.sends(undefined)
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_NOT_OFFERED' })
  })

  it('is not sent twice when the answer is lost, and the receipt settles it', async () => {
    graph.webhooks.hold()
    graph.faults.next({ kind: 'cut-after' }, { path: '/messages' })
    const messageId = await rig.sends(filled(), '5511999990002')
    await rig.rowIs(messageId, 'FAILED')
    expect(await rig.row(messageId)).toMatchObject({ failure: 'ERR_WAPP_UNCONFIRMED', tries: 1 })
    graph.webhooks.release()
    await rig.rowIs(messageId, 'DELIVERED')
    expect(graph.inbox('5511999990002')).toHaveLength(1)
  })

  it('is sent again by itself where Meta did not take it for its speed', async () => {
    graph.faults.next({ kind: 'refuse', status: 400, code: 131056 }, { path: '/messages' })
    const messageId = await rig.sends(filled(), '5511999990003')
    await rig.rowIs(messageId, 'DELIVERED')
    expect(graph.inbox('5511999990003')).toHaveLength(1)
  })
})

describe('the send API', () => {
  const send = async (body: object) => {
    const { token } = (await admin<{ token: string }>('POST', `/whatsapp/${connection}/token`, {})).body
    return caller(gateway.url, token)('POST', '/api/messages/send', { number: RITA, ...body })
  }
  const template = {
    name: 'pedido_saiu',
    language: 'pt_BR',
    header: ['77'],
    body: ['Rita', '77'],
    buttons: ['p77'],
  }

  it('sends a template, filled in', async () => {
    expect((await send({ template })).status).toBe(200)
    expect(apiSends).toMatchObject([
      {
        number: RITA,
        connectionId: connection,
        template: filled(),
        body: expect.stringContaining('Olá, Rita!'),
      },
    ])
  })

  it('sends the file of its header with it', async () => {
    const form = (files: readonly string[]) => {
      const data = new FormData()
      data.append('number', RITA)
      data.append('template', JSON.stringify({ name: 'com_image', language: 'pt_BR' }))
      for (const name of files) data.append('medias', new Blob([PICTURE], { type: 'image/png' }), name)
      return data
    }
    const { token } = (await admin<{ token: string }>('POST', `/whatsapp/${connection}/token`, {})).body
    const post = (files: readonly string[]) =>
      caller(gateway.url, token)('POST', '/api/messages/send', form(files))
    const before = apiSends.length
    expect((await post([])).body.error).toBe('ERR_TEMPLATE_FILE')
    expect((await post(['a.png', 'b.png'])).body.error).toBe('ERR_VALIDATION')
    expect(apiSends).toHaveLength(before)
    expect((await post(['oferta.png'])).status).toBe(200)
    expect(apiSends.splice(before)).toMatchObject([
      {
        template: { name: 'com_image', parameters: [] },
        body: TEXT_OF_OFFER,
        medias: [{ name: 'oferta.png', mimeType: 'image/png' }],
      },
    ])
  })

  it.each([
    ['a text beside it', { template, body: 'oi' }, 'ERR_VALIDATION'],
    ['a value too few', { template: { ...template, body: [] } }, 'ERR_TEMPLATE_VALUES'],
    ['another name', { template: { ...template, name: 'nenhum' } }, 'ERR_NO_TEMPLATE_FOUND'],
  ])('refuses %s, and sends nothing', async (_name, body, code) => {
    expect((await send(body)).body.error).toBe(code)
    expect(apiSends).toHaveLength(1)
  })
})

describe('a business account of two companies', () => {
  it('is told to each by its own app', async () => {
    await makeAtMeta({ name: 'da_vizinha' }, theirs)
    await rig.sync(foreigner, foreign)
    const shared = graph.addPhoneNumber({ accountId: theirs.accountId, digits: '5511940000010' })
    const token = graph.addToken({ appId: ours.appId, accountIds: [theirs.accountId] }).value
    const number = {
      ...ours,
      accountId: theirs.accountId,
      phoneNumberId: shared.id,
      digits: shared.digits,
      token,
    }
    const mine = await connectNumber({ graph, gateway }, admin, number)
    graph.templates.decide(graph.templates.read('da_vizinha'), 'APPROVED')
    await rig.settled()
    expect(await rig.list(foreigner, foreign)).toMatchObject([{ name: 'da_vizinha', state: 'APPROVED' }])
    expect(await rig.list(admin, mine)).toMatchObject([{ name: 'da_vizinha', state: 'APPROVED' }])
    await admin('DELETE', `/whatsapp/${mine}`)
  })
})

describe('other credentials', () => {
  const save = (number: CloudNumber) =>
    admin('PUT', `/whatsapp/${connection}/cloud-account`, credentialsOf(number))

  it('of another account leave no templates of the former one, and bring their own', async () => {
    const next = await addNumber(graph, '5511940000011')
    await makeAtMeta({ name: 'do_outro' }, next)
    expect((await save(next)).status).toBe(200)
    expect(await rig.list()).toMatchObject([{ name: 'do_outro' }])
    await statusIs(admin, connection, 'CONNECTED')
  })

  it('are stored although their templates cannot be read', async () => {
    const next = await addNumber(graph, '5511940000012')
    await makeAtMeta({ name: 'de_mais_um' }, next)
    graph.faults.next({ kind: 'refuse', status: 500 }, { method: 'GET', path: '/message_templates' })
    expect((await save(next)).status).toBe(200)
    expect(await rig.list()).toEqual([])
    expect((await rig.sync()).body).toMatchObject([{ name: 'de_mais_um' }])
  })
})
