import { splitWebhook } from './split-webhook'

const call = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1022', changes: [{ field, value: { metadata: { phone_number_id: '1065' }, ...value } }] }],
})
const rita = { wa_id: '5511999990001', profile: { name: 'Rita' } }
const ana = { wa_id: '5511999990002', profile: { name: 'Ana' } }

describe('a call of the webhook', () => {
  it('is one item for each message and receipt, each message with its own contact', () => {
    const items = splitWebhook(
      call({
        contacts: [ana, rita],
        messages: [
          { id: 'a', from: rita.wa_id },
          { id: 'b', from: ana.wa_id },
        ],
        statuses: [{ id: 'c', recipient_id: rita.wa_id, status: 'read' }],
      }),
    )
    expect(items).toEqual([
      {
        phoneNumberId: '1065',
        businessAccountId: '1022',
        chat: 'chat:5511999990001',
        kind: 'message',
        body: { message: { id: 'a', from: rita.wa_id }, contact: rita },
      },
      expect.objectContaining({
        chat: 'chat:5511999990002',
        body: expect.objectContaining({ contact: ana }),
      }),
      expect.objectContaining({ chat: 'status:5511999990001', kind: 'status' }),
    ])
  })

  it('keeps the order of customers without a number by their id', () => {
    const message = { id: 'a', from_user_id: 'BR.1' }
    const [item] = splitWebhook(call({ contacts: [{ user_id: 'BR.1' }], messages: [message] }))
    expect(item).toMatchObject({ chat: 'chat:BR.1', body: { contact: { user_id: 'BR.1' } } })
  })

  it('is one item for each message that the owner writes on the phone, in the order of its chat', () => {
    const echoes = [
      { id: 'a', from: '551140028922', to: rita.wa_id },
      { id: 'b', from: '551140028922', to_user_id: 'BR.1' },
    ]
    const contacts = [{ wa_id: rita.wa_id, user_id: 'BR.7' }, { user_id: 'BR.1' }]
    expect(splitWebhook(call({ contacts, message_echoes: echoes }, 'smb_message_echoes'))).toEqual([
      {
        phoneNumberId: '1065',
        businessAccountId: '1022',
        chat: 'chat:5511999990001',
        kind: 'message',
        body: { echo: echoes[0], contact: contacts[0] },
      },
      expect.objectContaining({ chat: 'chat:BR.1', body: { echo: echoes[1], contact: contacts[1] } }),
    ])
  })

  it('is one item for each call, in the order of its chat', () => {
    const calls = [{ id: 'wacid.1', from: rita.wa_id, event: 'connect' }]
    expect(splitWebhook(call({ contacts: [rita], calls, statuses: [{ id: 'x' }] }, 'calls'))).toEqual([
      expect.objectContaining({
        phoneNumberId: '1065',
        chat: 'chat:5511999990001',
        kind: 'message',
        body: { call: calls[0], contact: rita },
      }),
    ])
  })

  it('is kept whole where it is about the account', () => {
    const given = {
      object: 'whatsapp_business_account',
      entry: [{ id: '1022', changes: [{ field: 'account_update', value: { event: 'DISABLED' } }] }],
    }
    expect(splitWebhook(given)).toEqual([
      {
        phoneNumberId: '',
        businessAccountId: '1022',
        chat: 'field:account_update',
        kind: 'other',
        body: { field: 'account_update', value: { event: 'DISABLED' } },
      },
    ])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a list', []],
    ['another product', { object: 'page', entry: [{ changes: [{}] }] }],
    ['no entries', { object: 'whatsapp_business_account', entry: {} }],
    ['entries of nothing', { object: 'whatsapp_business_account', entry: [null, 1, { changes: 'x' }] }],
    ['messages of nothing', call({ messages: [null, 'x'], statuses: {} })],
    ['echoes of nothing', call({ message_echoes: [null, 'x'] }, 'smb_message_echoes')],
  ])('with %s has no items', (_name, payload) => {
    expect(splitWebhook(payload)).toEqual([])
  })
})
