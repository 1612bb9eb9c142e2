import { CUSTOMER, idOf, startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
  rig.graph.settings.webhooksAtOnce = 1
})
afterEach(() => rig.stop())

const DAY = 24 * 3_600_000
const write = (from = CUSTOMER, body = 'Oi') => rig.graph.customerWrites(rig.phoneNumberId, from, body)
const lastMessage = async () => {
  await rig.graph.settle()
  return rig.webhook.messages().at(-1) ?? {}
}
const lastValue = async (field = 'messages') => {
  await rig.graph.settle()
  return rig.webhook.values(field).at(-1) ?? {}
}

describe('a customer who hides the number', () => {
  beforeEach(() => {
    Object.assign(rig.graph.customer(CUSTOMER), { hidesNumber: true, username: '@ana' })
  })

  const sendTo = (recipient: string, more: Record<string, unknown> = {}) =>
    rig.call('POST', `${rig.phoneNumberId}/messages`, {
      body: { messaging_product: 'whatsapp', recipient, type: 'text', text: { body: 'Olá' }, ...more },
    })

  it('has a business-scoped id only, by which they are answered', async () => {
    write()
    const value = await lastValue()
    const [contact] = value['contacts'] as Record<string, unknown>[]
    const [message] = value['messages'] as Record<string, unknown>[]
    expect(contact).toEqual({
      profile: { name: 'Customer 7777', username: '@ana' },
      user_id: expect.stringMatching(/^BR\.\d{20}$/),
    })
    expect(message).not.toHaveProperty('from')
    expect(message).toMatchObject({ from_user_id: contact?.['user_id'] })

    const recipient = String(contact?.['user_id'])
    const answer = await sendTo(recipient)
    expect(answer.body['contacts']).toEqual([{ input: recipient, user_id: recipient }])
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER)).toHaveLength(1)
    const [sent] = rig.webhook.statuses(idOf(answer))
    expect(sent).toMatchObject({ recipient_user_id: recipient })
    expect(sent).not.toHaveProperty('recipient_id')
  })

  it('shows the number for 30 days after it was written to', async () => {
    await rig.send({ type: 'text', text: { body: 'Oi' } })
    write()
    expect(await lastMessage()).toMatchObject({ from: CUSTOMER })
    rig.graph.advance(30 * DAY)
    write()
    expect(await lastMessage()).not.toHaveProperty('from')
  })

  it('has another id for each portfolio, and only its own numbers may use it', async () => {
    const account = rig.graph.addBusinessAccount({ subscribedApps: [rig.appId] })
    const other = rig.graph.addPhoneNumber({ accountId: account.id, digits: '551140020000' })
    write()
    const ours = String((await lastMessage())['from_user_id'])
    rig.graph.customerWrites(other.id, CUSTOMER, 'Oi')
    const theirs = String((await lastMessage())['from_user_id'])
    expect(theirs).not.toBe(ours)
    expect((await sendTo(ours)).status).toBe(200)
    expect(await sendTo(theirs)).toMatchObject({ status: 400, code: 131009 })
    expect(await sendTo(ours.replace('BR.', ''))).toMatchObject({ status: 400, code: 131009 })
  })

  it('has a parent id too in a linked portfolio', async () => {
    rig.graph.network.portfolio(rig.accountId).hasParentIds = true
    write()
    const value = await lastValue()
    const [contact] = value['contacts'] as Record<string, string>[]
    expect(contact?.['parent_user_id']).toMatch(/^BR\.ENT\.\d{20}$/)
    expect((await sendTo(contact?.['parent_user_id'] ?? '')).status).toBe(200)
  })

  it('shares the number that was asked for, and no other message asks for it', async () => {
    write()
    const recipient = String((await lastMessage())['from_user_id'])
    const interactive = {
      type: 'request_contact_info',
      body: { text: 'Qual é o seu número?' },
      action: { name: 'request_contact_info' },
    }
    const asked = await rig.call('POST', `${rig.phoneNumberId}/messages`, {
      body: { messaging_product: 'whatsapp', recipient, type: 'interactive', interactive },
    })
    rig.graph.customerSharesNumber(idOf(asked))
    const message = await lastMessage()
    expect(message).toMatchObject({
      context: { id: idOf(asked) },
      from_user_id: recipient,
      type: 'contacts',
      origin: 'contact_request',
      contacts: [{ vcard: expect.stringContaining(CUSTOMER), phones: [{ phone: `+${CUSTOMER}` }] }],
    })
    expect(message).not.toHaveProperty('from')
    const other = await sendTo(recipient)
    expect(() => rig.graph.customerSharesNumber(idOf(other))).toThrow('does not ask')
  })

  it('is sent to by number when both are given', async () => {
    write()
    const recipient = String((await lastMessage())['from_user_id'])
    const answer = await sendTo(recipient, { to: CUSTOMER })
    expect(answer.body['contacts']).toEqual([{ input: CUSTOMER, wa_id: CUSTOMER, user_id: recipient }])
  })
})

describe('a customer who takes another number', () => {
  it('is told to the numbers that they wrote to', async () => {
    write()
    rig.graph.customerChangesNumber(CUSTOMER, '5511977776666')
    const value = await lastValue()
    expect(value).not.toHaveProperty('contacts')
    expect((value['messages'] as unknown[])[0]).toMatchObject({
      from: CUSTOMER,
      type: 'system',
      system: {
        body: `User Customer 7777 changed from ${CUSTOMER} to 5511977776666`,
        wa_id: '5511977776666',
        user_id: expect.stringMatching(/^BR\./),
        type: 'user_changed_number',
      },
    })
  })

  it('has a new business-scoped id when the number is hidden', async () => {
    rig.graph.customer(CUSTOMER).hidesNumber = true
    write()
    const { from_user_id: before } = await lastMessage()
    rig.graph.customerChangesNumber(CUSTOMER, '5511977776666')
    const message = (await lastMessage()) as { system: Record<string, string> }
    expect(message).toMatchObject({ from_user_id: before, system: { type: 'user_changed_user_id' } })
    expect(message.system).not.toHaveProperty('wa_id')
    expect(message.system['user_id']).not.toBe(before)
  })
})

describe('a customer', () => {
  it('taps buttons and rows', async () => {
    write()
    const buttons = [{ type: 'reply', reply: { id: 'sim', title: 'Sim' } }]
    const interactive = { type: 'button', body: { text: 'Quer?' }, action: { buttons } }
    const id = idOf(await rig.send({ type: 'interactive', interactive }))
    rig.graph.customerChooses(id, { kind: 'button_reply', id: 'sim', title: 'Sim' })
    expect(await lastMessage()).toMatchObject({
      context: { from: '551140028922', id },
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'sim', title: 'Sim' } },
    })
    rig.graph.customerChooses(id, { kind: 'button', payload: 'sair', text: 'Sair' })
    expect(await lastMessage()).toMatchObject({ type: 'button', button: { payload: 'sair', text: 'Sair' } })
  })

  it('sends what the API cannot show', async () => {
    rig.graph.customerSendsUnsupported(rig.phoneNumberId, CUSTOMER)
    expect(await lastMessage()).toMatchObject({ type: 'unsupported', errors: [{ code: 131051 }] })
  })

  it('stops marketing', async () => {
    rig.graph.customerPrefers(rig.phoneNumberId, CUSTOMER, 'stop')
    expect(await lastValue('user_preferences')).toMatchObject({
      user_preferences: [{ wa_id: CUSTOMER, category: 'marketing_messages', value: 'stop' }],
    })
  })
})

describe('a call of a customer', () => {
  const act = (call_id: string, action = 'reject') =>
    rig.call('POST', `${rig.phoneNumberId}/calls`, {
      body: { messaging_product: 'whatsapp', call_id, action },
    })

  it('rings, opens the window, and is rejected once', async () => {
    const id = rig.graph.calls.ring(rig.phoneNumberId, CUSTOMER)
    expect(await lastValue('calls')).toMatchObject({
      contacts: [{ wa_id: CUSTOMER }],
      calls: [{ id, from: CUSTOMER, to: '551140028922', event: 'connect', direction: 'USER_INITIATED' }],
    })
    expect((await rig.send({ type: 'text', text: { body: 'Já ligo' } })).status).toBe(200)
    expect(await act(id, 'accept')).toMatchObject({ status: 400, code: 100 })
    expect(await act(id)).toMatchObject({ status: 200, body: { success: true } })
    expect(await lastValue('calls')).toMatchObject({ calls: [{ id, event: 'terminate', status: 'FAILED' }] })
    expect(await act(id)).toMatchObject({ status: 400, code: 100 })
    expect(await act('wacid.unknown')).toMatchObject({ status: 400, code: 100 })
  })
})

describe('a number in use with the WhatsApp Business app', () => {
  beforeEach(() => {
    rig.graph.network.number(rig.phoneNumberId).isOnBusinessApp = true
  })

  it('echoes what the owner writes on the phone', async () => {
    const id = rig.graph.businessApp.writes(rig.phoneNumberId, CUSTOMER, 'Já vou')
    expect(await lastValue('smb_message_echoes')).toMatchObject({
      metadata: { phone_number_id: rig.phoneNumberId },
      contacts: [{ wa_id: CUSTOMER }],
      message_echoes: [{ from: '551140028922', to: CUSTOMER, id, type: 'text', text: { body: 'Já vou' } }],
    })
    expect(rig.graph.inbox(CUSTOMER)).toMatchObject([{ id }])
    rig.graph.businessApp.revokes(rig.phoneNumberId, CUSTOMER, id)
    expect(await lastValue('smb_message_echoes')).toMatchObject({
      message_echoes: [{ to: CUSTOMER, type: 'revoke', revoke: { original_message_id: id } }],
    })
  })

  it('is asked once, within a day, for what the phone knows', async () => {
    const ask = (sync_type: string) =>
      rig.call('POST', `${rig.phoneNumberId}/smb_app_data`, {
        body: { messaging_product: 'whatsapp', sync_type },
      })
    expect(await ask('messages')).toMatchObject({ status: 400 })
    expect(await ask('history')).toMatchObject({ status: 200, body: { request_id: expect.any(String) } })
    expect(await ask('history')).toMatchObject({ status: 400, code: 100 })
    const number = rig.graph.network.number(rig.phoneNumberId)
    number.onboardedAt = new Date(rig.graph.network.nowMs() - DAY - 1)
    expect(await ask('smb_app_state_sync')).toMatchObject({ status: 400, code: 100 })
    expect(number.askedOfPhone).toEqual(['history'])
  })

  it("tells the phone's contacts and history", async () => {
    rig.graph.businessApp.syncContacts(rig.phoneNumberId, [
      { phone: CUSTOMER, name: 'Ana Lima' },
      { phone: '5511900001111', name: '', action: 'remove' },
    ])
    expect(await lastValue('smb_app_state_sync')).toMatchObject({
      state_sync: [
        {
          type: 'contact',
          action: 'add',
          contact: { full_name: 'Ana Lima', first_name: 'Ana', phone_number: CUSTOMER },
        },
        { type: 'contact', action: 'remove' },
      ],
    })
    rig.graph.businessApp.syncHistory(rig.phoneNumberId, {
      phase: 0,
      chunkOrder: 1,
      progress: 55,
      threads: {
        [CUSTOMER]: [
          {
            from: 'customer',
            at: new Date('2026-11-01T12:00:00Z'),
            content: { type: 'text', text: { body: 'Oi' } },
          },
        ],
      },
    })
    expect(await lastValue('history')).toMatchObject({
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 55 },
          threads: [{ id: CUSTOMER, messages: [{ from: CUSTOMER, history_context: { status: 'READ' } }] }],
        },
      ],
    })
    rig.graph.businessApp.refuseHistory(rig.phoneNumberId)
    expect(await lastValue('history')).toMatchObject({ history: [{ errors: [{ code: 2593109 }] }] })
  })

  it('hears of edits and deletions', async () => {
    const id = write()
    rig.graph.businessApp.customerEdits(id, { type: 'text', text: { body: 'Olá' } })
    expect(await lastMessage()).toMatchObject({
      from: CUSTOMER,
      type: 'edit',
      edit: { original_message_id: id, message: { type: 'text', text: { body: 'Olá' } } },
    })
    rig.graph.businessApp.customerRevokes(id)
    expect(await lastMessage()).toMatchObject({ type: 'revoke', revoke: { original_message_id: id } })
  })
})

it('a number without the app has none of it', () => {
  expect(() => rig.graph.businessApp.writes(rig.phoneNumberId, CUSTOMER, 'Oi')).toThrow('not in use')
})
