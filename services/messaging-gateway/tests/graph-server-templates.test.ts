import { CUSTOMER, idOf, startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const body = (
  text = 'Olá, {{1}}! O seu pedido {{2}} já saiu para entrega hoje de manhã.',
  samples?: string[],
) => ({
  type: 'BODY',
  text,
  example: { body_text: [samples ?? ['Ana', '123']] },
})
const definition = (fields: Record<string, unknown> = {}) => ({
  name: 'pedido_saiu',
  language: 'pt_BR',
  category: 'UTILITY',
  components: [body()],
  ...fields,
})
/* Stands for `pictureHeader` where no server is there yet. */
const PICTURE = {}

/** A header of a picture, whose sample was uploaded for the app. */
const pictureHeader = () => ({
  type: 'HEADER',
  format: 'IMAGE',
  example: { header_handle: [rig.graph.templates.addSample(rig.appId, 'image/png')] },
})
const create = (fields: Record<string, unknown> = {}) =>
  rig.call('POST', `${rig.accountId}/message_templates`, { body: definition(fields) })
const values = (...texts: string[]) => ({
  type: 'body',
  parameters: texts.map((text) => ({ type: 'text', text })),
})
const sendTemplate = (components: unknown[] = [values('Ana', '123')], name = 'pedido_saiu', code = 'pt_BR') =>
  rig.send({ type: 'template', template: { name, language: { code }, components } })

async function approve(fields: Record<string, unknown> = {}) {
  const answer = await create(fields)
  expect(answer.body).toMatchObject({ status: 'PENDING' })
  rig.graph.advance(MINUTE)
  await rig.graph.settle()
}

async function priceOf(answer: Awaited<ReturnType<typeof sendTemplate>>) {
  await rig.graph.settle()
  return rig.webhook.statuses(idOf(answer)).find(({ status }) => status === 'sent')?.['pricing']
}

describe('a template', () => {
  it('is free of charge for 72 hours from the answer to an ad, if that came within 24', async () => {
    await approve()
    const click = () =>
      rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi', { referral: { source_type: 'ad' } })
    click()
    rig.graph.advance(24 * HOUR)
    expect(await priceOf(await sendTemplate())).toMatchObject({ billable: true, category: 'utility' })
    click()
    rig.graph.advance(23 * HOUR)
    const free = { billable: false, type: 'free_entry_point', category: 'referral_conversion' }
    expect(await priceOf(await sendTemplate())).toMatchObject(free)
    rig.graph.advance(72 * HOUR - 1)
    expect(await priceOf(await sendTemplate())).toMatchObject(free)
    rig.graph.advance(1)
    expect(await priceOf(await sendTemplate())).toMatchObject({ billable: true, category: 'utility' })
  })

  it('waits for its review, is told and may be sent then, without a window', async () => {
    expect((await create()).body).toEqual({ id: expect.any(String), status: 'PENDING', category: 'UTILITY' })
    expect(await sendTemplate()).toMatchObject({ status: 404, code: 132001 })
    rig.graph.advance(MINUTE)
    await rig.graph.settle()
    expect(rig.webhook.values('message_template_status_update')).toMatchObject([
      {
        event: 'APPROVED',
        message_template_id: expect.any(Number),
        message_template_name: 'pedido_saiu',
        message_template_language: 'pt_BR',
        reason: 'NONE',
      },
    ])
    const answer = await sendTemplate()
    expect(answer.body['messages']).toEqual([{ id: expect.any(String), message_status: 'accepted' }])
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toMatchObject([
      { rendered: 'Olá, Ana! O seu pedido 123 já saiu para entrega hoje de manhã.' },
    ])
    expect(rig.webhook.statuses(idOf(answer))).toContainEqual(
      expect.objectContaining({
        status: 'sent',
        pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
      }),
    )
  })

  it('is rejected with a reason, edited, and reviewed again', async () => {
    rig.graph.templates.planRejection('pedido_saiu', 'INCORRECT_CATEGORY')
    const { id } = (await create()).body
    rig.graph.advance(MINUTE)
    await rig.graph.settle()
    expect(rig.webhook.values('message_template_status_update')).toMatchObject([
      { event: 'REJECTED', reason: 'INCORRECT_CATEGORY' },
    ])
    const read = await rig.call('GET', `${String(id)}?fields=status,rejected_reason`)
    expect(read.body).toEqual({ id, status: 'REJECTED', rejected_reason: 'INCORRECT_CATEGORY' })
    rig.graph.network.plannedRejections.clear()
    expect((await rig.call('POST', String(id), { body: { category: 'MARKETING' } })).body).toEqual({
      success: true,
    })
    const pending = await rig.call('POST', String(id), { body: { category: 'UTILITY' } })
    expect(pending.body['error']).toMatchObject({ code: 100, error_subcode: 2388039 })
    rig.graph.advance(MINUTE)
    expect(rig.graph.templates.read('pedido_saiu')).toMatchObject({
      status: 'APPROVED',
      category: 'MARKETING',
    })
  })

  describe('that is edited', () => {
    const edit = async (fields: Record<string, unknown>) =>
      rig.call('POST', rig.graph.templates.read('pedido_saiu').id, { body: fields })
    const refusal = async (fields: Record<string, unknown>) => {
      const { error } = (await edit(fields)).body as { error?: { code: number; error_subcode?: number } }
      return error && [error.code, error.error_subcode]
    }
    const parts = { components: [body('Oi, {{1}}! O seu pedido {{2}} está a caminho da sua casa.')] }
    const reviewed = () => rig.graph.advance(MINUTE)

    it('is taken once in 24 hours and ten times in 30 days while it is approved', async () => {
      await approve()
      for (let times = 0; times < 10; times += 1) {
        expect((await edit(parts)).body).toEqual({ success: true })
        reviewed()
        expect(await refusal(parts)).toEqual([100, 2388039])
        rig.graph.advance(24 * HOUR)
      }
      expect(await refusal(parts)).toEqual([100, 2388039])
      rig.graph.advance(20 * 24 * HOUR)
      expect(await refusal(parts)).toBeUndefined()
    })

    it('is taken as often as wanted once it was rejected, in another category too', async () => {
      rig.graph.templates.planRejection('pedido_saiu', 'PROMOTIONAL')
      await create()
      reviewed()
      for (let times = 0; times < 3; times += 1) {
        expect(await refusal({ ...parts, category: 'MARKETING' })).toBeUndefined()
        expect(await refusal(parts)).toEqual([100, 2388039])
        reviewed()
      }
      expect(rig.graph.templates.read('pedido_saiu')).toMatchObject({
        status: 'REJECTED',
        category: 'MARKETING',
        components: parts.components,
      })
    })

    it.each<[string, Record<string, unknown>, number | undefined]>([
      ['another category of an approved one', { category: 'MARKETING' }, undefined],
      ['a name', { ...parts, name: 'outro' }, undefined],
      ['a language', { ...parts, language: 'en' }, undefined],
      ['a variable at the end', { components: [body('O pedido saiu, {{1}} {{2}}')] }, 2388299],
    ])('is refused with %s, and stays', async (_name, fields, subcode) => {
      await approve()
      const before = rig.graph.templates.read('pedido_saiu').components
      expect(await refusal(fields)).toEqual([100, subcode])
      expect(rig.graph.templates.read('pedido_saiu')).toMatchObject({
        status: 'APPROVED',
        components: before,
      })
    })
  })

  it('is paused for three hours, for six, and then disabled', async () => {
    await approve()
    const template = rig.graph.templates.read('pedido_saiu')
    rig.graph.templates.pause(template)
    expect((await sendTemplate()).code).toBe(132015)
    rig.graph.advance(3 * HOUR)
    expect((await sendTemplate()).status).toBe(200)
    rig.graph.templates.pause(template)
    rig.graph.advance(6 * HOUR - 1)
    expect((await sendTemplate()).code).toBe(132015)
    expect((await rig.call('POST', `${template.id}/unpause`)).body).toEqual({ success: true })
    rig.graph.templates.pause(template)
    expect((await sendTemplate()).code).toBe(132016)
    await rig.graph.settle()
    expect(
      rig.webhook
        .values('message_template_status_update')
        .map(({ event }) => event)
        .filter((event) => event === 'PAUSED'),
    ).toHaveLength(2)
    expect(rig.webhook.values('message_template_quality_update')[0]).toMatchObject({
      new_quality_score: 'RED',
    })
  })

  it('is listed page by page, by status and by name, and deleted by name', async () => {
    for (const name of ['um', 'dois', 'tres']) await create({ name })
    rig.graph.templates.decide(rig.graph.templates.read('dois'), 'APPROVED')
    const path = `${rig.accountId}/message_templates`
    const first = await rig.call('GET', `${path}?fields=name,status&limit=2`)
    expect(first.body['data']).toMatchObject([{ name: 'um', status: 'PENDING' }, { name: 'dois' }])
    const { cursors } = first.body['paging'] as { cursors: { after: string } }
    const second = await rig.call('GET', `${path}?fields=name&limit=2&after=${cursors.after}`)
    expect(second.body).toMatchObject({ data: [{ name: 'tres' }] })
    expect(second.body['paging']).not.toHaveProperty('next')
    expect((await rig.call('GET', `${path}?status=approved`)).body['data']).toMatchObject([{ name: 'dois' }])
    expect((await rig.call('GET', `${path}?limit=1&summary=total_count`)).body['summary']).toMatchObject({
      total_count: 3,
      message_template_limit: 250,
    })
    expect((await rig.call('DELETE', `${path}?name=dois`)).body).toEqual({ success: true })
    expect((await rig.call('GET', `${path}?name=dois`)).body['data']).toEqual([])
    await rig.graph.settle()
    expect(rig.webhook.values('message_template_status_update').at(-1)).toMatchObject({ event: 'DELETED' })
  })

  it('belongs to its account', async () => {
    await approve()
    const account = rig.graph.addBusinessAccount()
    const number = rig.graph.addPhoneNumber({ accountId: account.id, digits: '551140020000' })
    const token = rig.graph.addToken({ appId: rig.appId, accountIds: [account.id] }).value
    expect((await rig.call('GET', rig.graph.templates.read('pedido_saiu').id, { token })).code).toBe(100)
    expect((await rig.call('GET', `${account.id}/message_templates`, { token })).body['data']).toEqual([])
    const template = { name: 'pedido_saiu', language: { code: 'pt_BR' }, components: [values('Ana', '123')] }
    const sent = { messaging_product: 'whatsapp', to: CUSTOMER, type: 'template', template }
    expect((await rig.call('POST', `${number.id}/messages`, { token, body: sent })).code).toBe(132001)
  })

  it('may be moved to another category', async () => {
    await approve()
    rig.graph.templates.setCategory(rig.graph.templates.read('pedido_saiu'), 'MARKETING')
    await rig.graph.settle()
    expect(rig.webhook.values('template_category_update')).toMatchObject([
      { previous_category: 'UTILITY', new_category: 'MARKETING' },
    ])
  })
})

describe('the definition of a template', () => {
  const button = (fields: Record<string, unknown>) => ({ type: 'BUTTONS', buttons: [fields].flat() })
  const quick = { type: 'QUICK_REPLY', text: 'Ok' }
  const url = {
    type: 'URL',
    text: 'Ver',
    url: 'https://loja.example/p/{{1}}',
    example: ['https://loja.example/p/1'],
  }

  it.each<[string, Record<string, unknown> & { components: object[] }]>([
    [
      'named variables',
      {
        parameter_format: 'NAMED',
        components: [
          {
            type: 'body',
            text: 'Oi {{nome}}, tudo bem com você hoje?',
            example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
          },
        ],
      },
    ],
    [
      'header, footer and buttons',
      {
        components: [
          PICTURE,
          body(),
          { type: 'FOOTER', text: 'Loja do Bairro' },
          button([
            quick,
            quick,
            url,
            { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140028922' },
          ] as never),
        ],
      },
    ],
    ['samples in one list', { components: [{ ...body(), example: { body_text: ['Ana', '123'] } }] }],
    ['no variables', { components: [{ type: 'BODY', text: 'Oi' }] }],
    [
      'the button that asks for the number',
      { components: [body(), button({ type: 'REQUEST_CONTACT_INFO' })] },
    ],
  ])('may have %s', async (_name, fields) => {
    const components = fields.components.map((one) => (one === PICTURE ? pictureHeader() : one))
    const answer = await create({ ...fields, components })
    expect([answer.status, answer.body['error']]).toEqual([200, undefined])
  })

  it.each<[string, Record<string, unknown>, number | undefined]>([
    ['capitals in the name', { name: 'Pedido' }, undefined],
    ['an unknown language', { language: 'pt' }, undefined],
    ['an unknown category', { category: 'SALES' }, undefined],
    ['no body', { components: [{ type: 'FOOTER', text: 'Oi' }] }, 2388043],
    ['two bodies', { components: [body(), body()] }, 2388043],
    ['a long body', { components: [{ type: 'BODY', text: 'a'.repeat(1_025) }] }, 2388040],
    ['a long footer', { components: [body(), { type: 'FOOTER', text: 'a'.repeat(61) }] }, 2388040],
    ['a variable in the footer', { components: [body(), { type: 'FOOTER', text: 'Oi {{1}} oi' }] }, 2388073],
    [
      'a gap in the numbers',
      { components: [body('Olá {{1}}, o seu pedido {{3}} já saiu de casa hoje')] },
      2388072,
    ],
    [
      'a variable at the end',
      { components: [body('Olá, o seu pedido já saiu de casa: {{1}} {{2}}!')] },
      2388299,
    ],
    ['too few words', { components: [body('Oi {{1}} e {{2}} ok')] }, 2388293],
    ['no samples', { components: [{ ...body(), example: undefined }] }, 2388043],
    ['too few samples', { components: [body(undefined, ['Ana'])] }, 2388043],
    ['a picture without a sample', { components: [{ type: 'HEADER', format: 'IMAGE' }, body()] }, 2388273],
    ['mixed buttons', { components: [body(), button([quick, url, quick] as never)] }, 2388043],
    ['three links', { components: [body(), button([url, url, url] as never)] }, 2388043],
    ['a link without a sample', { components: [body(), button({ ...url, example: undefined })] }, 2388043],
    ['a long button', { components: [body(), button({ ...quick, text: 'a'.repeat(26) })] }, undefined],
  ])('may not have %s', async (_name, fields, subcode) => {
    const { status, body: answer } = await create(fields)
    expect([status, (answer['error'] as { error_subcode?: number }).error_subcode]).toEqual([400, subcode])
  })

  it('is new in its language, and one of 250', async () => {
    await create()
    expect((await create()).body['error']).toMatchObject({ code: 100, error_subcode: 2388024 })
    expect((await create({ language: 'en_US' })).status).toBe(200)
    rig.graph.settings.templatesPerAccount = 2
    expect((await create({ name: 'outro' })).body['error']).toMatchObject({ error_subcode: 2388019 })
  })
})

describe('a message of a template', () => {
  const url = { type: 'URL', text: 'Ver', url: 'https://loja.example/p/{{1}}', example: ['x'] }
  const header = (...parameters: unknown[]) => ({ type: 'header', parameters })
  const link = 'https://loja.example/a.jpg'

  it.each<[string, unknown[], number, string]>([
    [
      'without values',
      [],
      132000,
      'body: number of localizable_params (0) does not match the expected number of params (2)',
    ],
    ['with one value too many', [values('a', 'b', 'c')], 132000, 'body: number of localizable_params (3)'],
    ['with an empty value', [values('a', '')], 131008, 'Parameter of type text is missing text value'],
    [
      'with a line break in a value',
      [values('a', 'b\nc')],
      132018,
      'Param text cannot have new-line/tab characters',
    ],
    ['with a value too long', [values('a', 'b'.repeat(1_024))], 132005, 'body'],
    [
      'with a button that it does not have',
      [values('a', 'b'), { type: 'button', sub_type: 'url', index: '0', parameters: [] }],
      132018,
      'buttons',
    ],
  ])('is refused %s', async (_name, components, code, details) => {
    await approve()
    const answer = await sendTemplate(components)
    expect([answer.status, answer.code]).toEqual([400, code])
    expect(answer.details).toContain(details)
  })

  it('names an existing template in its language', async () => {
    await approve()
    expect((await sendTemplate(undefined, 'pedido_saiu', 'en_US')).code).toBe(132001)
    expect((await sendTemplate(undefined, 'outro')).code).toBe(132001)
  })

  it('has the file of its header, and the value of its link', async () => {
    await approve({
      components: [pictureHeader(), body(), { type: 'BUTTONS', buttons: [url] }],
    })
    const picture = header({ type: 'image', image: { link } })
    const suffix = {
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: '123' }],
    }
    const text = values('Ana', '123')
    expect(await sendTemplate([text, suffix])).toMatchObject({
      code: 132012,
      details: 'header: Format mismatch, expected IMAGE, received UNKNOWN',
    })
    expect(await sendTemplate([header({ type: 'text', text: 'a' }), text, suffix])).toMatchObject({
      code: 132012,
    })
    expect(await sendTemplate([header({ type: 'image', image: { id: '1' } }), text, suffix])).toMatchObject({
      code: 131009,
    })
    expect(await sendTemplate([picture, text])).toMatchObject({
      code: 131008,
      details: 'buttons: Button at index 0 of type Url requires a parameter',
    })
    expect((await sendTemplate([picture, text, suffix])).status).toBe(200)
  })

  it('has its values by name when the template names them', async () => {
    await approve({
      parameter_format: 'NAMED',
      components: [
        {
          type: 'BODY',
          text: 'Oi {{nome}}, tudo bem com você hoje?',
          example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
        },
      ],
    })
    const named = (fields: Record<string, unknown>) => [
      { type: 'body', parameters: [{ type: 'text', text: 'Bia', ...fields }] },
    ]
    expect(await sendTemplate(named({}))).toMatchObject({
      code: 100,
      details: 'Parameter name is missing or empty',
    })
    expect((await sendTemplate(named({ parameter_name: 'apelido' }))).code).toBe(132000)
    expect((await sendTemplate(named({ parameter_name: 'nome' }))).status).toBe(200)
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER).at(-1)?.rendered).toBe('Oi Bia, tudo bem com você hoje?')
  })

  it('of marketing does not reach a customer who has stopped it', async () => {
    await approve({ category: 'MARKETING' })
    rig.graph.customer(CUSTOMER).hasStoppedMarketing = true
    const id = idOf(await sendTemplate())
    await rig.graph.settle()
    expect(rig.webhook.statuses(id)).toMatchObject([{ status: 'failed', errors: [{ code: 131050 }] }])
  })
})
