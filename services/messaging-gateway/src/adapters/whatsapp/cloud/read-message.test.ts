import { readEcho, readMessage, readStatus } from './read-message'

const openMedia = () => () => Promise.reject(new Error('not opened here'))
const read = (message: object) =>
  readMessage(
    { id: 'wamid.1', from: '5511999990001', timestamp: '1795000000', ...message },
    { profile: { name: 'Rita' } },
    openMedia,
  )

describe('a message of the webhook', () => {
  it.each([
    ['a text', { type: 'text', text: { body: 'oi' } }, { kind: 'chat', body: 'oi' }],
    [
      'a quick reply',
      { type: 'button', button: { text: 'Sim', payload: 'Sim' } },
      { kind: 'chat', body: 'Sim', choiceId: undefined },
    ],
    [
      'a quick reply with a payload of ours',
      { type: 'button', button: { text: 'Sim', payload: 'rating:1' } },
      { kind: 'chat', body: 'Sim', choiceId: 'rating:1' },
    ],
    [
      'a button of ours',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Sim' } } },
      { kind: 'chat', body: 'Sim', choiceId: '1' },
    ],
    [
      'a row of a list of ours',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '#', title: 'Menu' } } },
      { kind: 'chat', body: 'Menu', choiceId: '#' },
    ],
    [
      'a voice note',
      { type: 'audio', audio: { id: '9', mime_type: 'audio/ogg', voice: true } },
      { kind: 'audio' },
    ],
    [
      'a document',
      {
        type: 'document',
        document: { id: '9', filename: 'a.pdf', caption: 'veja', mime_type: 'application/pdf' },
      },
      { kind: 'application', body: 'veja' },
    ],
    ['a file that Meta does not give', { type: 'video', video: {} }, { kind: 'unsupported' }],
    ['a position that is none', { type: 'location', location: { latitude: 'x' } }, { kind: 'unsupported' }],
    ['a kind that is new', { type: 'poll', poll: {} }, { kind: 'unsupported' }],
    ['one without a kind', {}, { kind: 'unsupported' }],
    [
      'a forwarded text',
      { type: 'text', text: { body: 'x' }, context: { forwarded: true } },
      { marks: ['forwarded'] },
    ],
    [
      'an answer',
      { type: 'text', text: { body: 'x' }, context: { id: 'wamid.0' } },
      { quotedWaId: 'wamid.0' },
    ],
    [
      'the first after an ad',
      {
        type: 'text',
        text: { body: 'x' },
        referral: { headline: 'Oferta', source_url: 'javascript:x', source_type: 'ad', source_id: '7' },
      },
      { ad: { title: 'Oferta', body: '', url: '', sourceType: 'ad', sourceId: '7', thumbnail: '' } },
    ],
  ])('may be %s', (_name, message, expected) => {
    const reading = read(message)
    expect(reading).toMatchObject({
      as: 'message',
      message: {
        waId: 'wamid.1',
        chat: { phone: '5511999990001' },
        contact: { number: '5511999990001', name: 'Rita' },
        sentAt: new Date(1_795_000_000_000),
        ...expected,
      },
    })
  })

  it.each([
    ['has no sender', { from: undefined, type: 'text', text: { body: 'x' } }],
    ['is of a group', { group_id: 'g', type: 'text', text: { body: 'x' } }],
    ['is a notice', { type: 'system', system: { body: 'x' } }],
    ['has no id', { id: '', type: 'text' }],
    ['reacts to nothing', { type: 'reaction', reaction: { emoji: 'x' } }],
  ])('that %s cannot be shown', (_name, message) => {
    expect(read(message)).toMatchObject({ as: 'unreadable' })
  })

  it.each([
    ['the number and the id of it', '5511999990001', { phone: '5511999990001' }],
    ['the id alone, where the number is hidden', undefined, { bsuid: 'BR.1349' }],
  ])('is of a person by %s', (_name, from, chat) => {
    const text = { from, from_user_id: 'BR.1349', type: 'text', text: { body: 'x' } }
    const contact = { number: from ?? '', bsuid: 'BR.1349' }
    expect(read(text)).toMatchObject({ as: 'message', message: { chat, contact } })
    const reaction = { from, from_user_id: 'BR.1349', type: 'reaction', reaction: { message_id: 'w' } }
    expect(read(reaction)).toMatchObject({ as: 'reaction', reaction: { chat, by: contact } })
  })

  it.each([
    ['shared because we asked', 'contact_request', '5511988887777'],
    ['of a card that nobody asked for', 'other', ''],
    ['of a card without that mark', undefined, ''],
  ])('has a number %s or not', (_name, origin, number) => {
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL:+55 11 98888-7777\nEND:VCARD'
    const contacts = [{ vcard, phones: [{ phone: '+55 11 98888-7777' }] }]
    const card = { from: undefined, from_user_id: 'BR.1349', type: 'contacts', origin, contacts }
    expect(read(card)).toMatchObject({
      as: 'message',
      message: {
        kind: 'vcard',
        chat: { bsuid: 'BR.1349' },
        contact: { number, bsuid: 'BR.1349' },
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL:+55 11 98888-7777\nEND:VCARD',
      },
    })
  })

  it.each([[[]], [[{ phones: [] }]], [[{ phones: [{ phone: 'x' }] }]], [undefined]])(
    'has no number where the answer to our request has none: %j',
    (contacts) => {
      const card = {
        from: undefined,
        from_user_id: 'BR.1349',
        type: 'contacts',
        origin: 'contact_request',
        contacts,
      }
      expect(read(card)).toMatchObject({ message: { contact: { number: '' } } })
    },
  )

  it('names a person without a name by the user name', () => {
    const message = { id: 'w', from_user_id: 'BR.1', type: 'text', text: { body: 'x' } }
    expect(readMessage(message, { profile: { username: '@rita' } }, openMedia)).toMatchObject({
      message: { contact: { name: '@rita' } },
    })
  })

  it('may take a reaction back', () => {
    expect(read({ type: 'reaction', reaction: { message_id: 'wamid.0' } })).toMatchObject({
      as: 'reaction',
      reaction: { waId: 'wamid.0', emoji: '' },
    })
  })
})

describe('a change of a message', () => {
  const edit = (message?: object) => ({ type: 'edit', edit: { original_message_id: 'wamid.0', message } })

  it.each([
    ['a text', edit({ type: 'text', text: { body: 'novo' } }), { deleted: false, body: 'novo' }],
    [
      'a caption',
      edit({ type: 'image', image: { id: '9', caption: 'nova' } }),
      { deleted: false, body: 'nova' },
    ],
    ['a caption that is gone', edit({ type: 'image', image: { id: '9' } }), { deleted: false, body: '' }],
    [
      'all of it',
      { type: 'revoke', revoke: { original_message_id: 'wamid.0' } },
      { deleted: true, body: '' },
    ],
  ])('is of its writer and may be of %s', (_name, message, expected) => {
    const target = { chat: { phone: '5511999990001' }, author: undefined, waId: 'wamid.0' }
    expect(read(message)).toEqual({ as: 'revision', revision: { ...target, fromMe: false, ...expected } })
    const echo = { id: 'wamid.1', to: '5511999990001', timestamp: '1795000000', ...message }
    expect(readEcho(echo, {}, openMedia)).toEqual({
      as: 'revision',
      revision: { ...target, fromMe: true, ...expected },
    })
  })

  it.each([
    ['without what was written before', { type: 'revoke', revoke: {} }],
    ['without what is written now', edit()],
  ])('is not read %s', (_name, message) => {
    expect(read(message)).toMatchObject({ as: 'unreadable' })
  })
})

describe('what the owner writes on the phone', () => {
  const echo = (over: object) =>
    readEcho(
      {
        id: 'wamid.1',
        from: '551140028922',
        timestamp: '1795000000',
        type: 'text',
        text: { body: 'já vou' },
        ...over,
      },
      { profile: { name: 'Rita' } },
      openMedia,
    )

  it.each([
    ['the number', { to: '5511999990001' }, { phone: '5511999990001' }],
    ['both', { to: '5511999990001', to_user_id: 'BR.1' }, { phone: '5511999990001' }],
    ['the id alone', { to_user_id: 'BR.1' }, { bsuid: 'BR.1' }],
  ])('is ours, to a customer by %s', (_name, to, chat) => {
    expect(echo(to)).toMatchObject({
      as: 'message',
      message: {
        chat,
        fromMe: true,
        kind: 'chat',
        body: 'já vou',
        contact: {
          number: 'to' in to ? to.to : '',
          bsuid: 'to_user_id' in to ? to.to_user_id : '',
          name: 'Rita',
        },
        sentAt: new Date(1_795_000_000_000),
      },
    })
  })

  it('may be a reaction of ours', () => {
    const reaction = { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }
    expect(echo({ to: '5511999990001', ...reaction })).toMatchObject({
      as: 'reaction',
      reaction: { waId: 'wamid.0', emoji: '👍', by: undefined },
    })
  })

  it.each([
    ['a customer', {}],
    ['an id', { id: '', to: '5511999990001' }],
  ])('is not read without %s', (_name, over) => {
    expect(echo(over)).toMatchObject({ as: 'unreadable' })
  })
})

describe('a notice of another number', () => {
  const notice = (system: object, over: object = {}) =>
    read({
      type: 'system',
      from_user_id: 'BR.1',
      system: { type: 'user_changed_number', ...system },
      ...over,
    })

  it.each([
    [
      'both',
      { wa_id: '5521966660002', user_id: 'BR.2', previous_user_id: 'BR.1' },
      {},
      '5521966660002',
      'BR.2',
    ],
    ['both, without the former id', { wa_id: '5521966660002', user_id: 'BR.2' }, {}, '5521966660002', 'BR.2'],
    ['the number alone', { wa_id: '5521966660002' }, { from_user_id: undefined }, '5521966660002', ''],
    ['the id alone', { type: 'user_changed_user_id', user_id: 'BR.2' }, {}, '', 'BR.2'],
  ])('tells %s', (_name, system, over, number, bsuid) => {
    const before = { number: '5511999990001', bsuid: 'from_user_id' in over ? '' : 'BR.1' }
    expect(notice(system, over)).toMatchObject({
      as: 'number-change',
      change: {
        waId: 'wamid.1',
        chat: { phone: '5511999990001' },
        before,
        after: { number, bsuid },
        changedAt: new Date(1_795_000_000_000),
      },
    })
  })

  it('believes the former id that it names, whoever it is from', () => {
    const system = { type: 'user_changed_user_id', user_id: 'BR.2', previous_user_id: 'BR.1' }
    expect(notice(system, { from: undefined, from_user_id: 'BR.2' })).toMatchObject({
      change: { chat: { bsuid: 'BR.1' }, before: { number: '', bsuid: 'BR.1' } },
    })
  })

  it.each([
    ['nobody before', { wa_id: '5521966660002' }, { from: undefined, from_user_id: undefined }],
    ['nobody after', {}, {}],
    ['no id', { wa_id: '5521966660002' }, { id: '' }],
  ])('is not read with %s', (_name, system, over) => {
    expect(notice(system, over)).toMatchObject({ as: 'unreadable' })
  })
})

describe('a receipt of the webhook', () => {
  it.each([
    [
      'sent',
      { id: 'w', status: 'sent', biz_opaque_callback_data: 'ours' },
      { networkId: 'w', ourId: 'ours', status: 'sent', code: -1, price: undefined },
    ],
    [
      'failed',
      { id: 'w', status: 'failed', errors: [{ code: 131026 }] },
      { networkId: 'w', ourId: '', status: 'failed', code: 131026, price: undefined },
    ],
    ['without a message', { status: 'sent' }, undefined],
    ['with another word', { id: 'w', status: 'warning' }, undefined],
  ])('%s', (_name, status, expected) => {
    expect(readStatus(status)).toEqual(expected)
  })
})

describe('the price in a receipt', () => {
  const at = { timestamp: '1795000000' }
  const deliveredAt = new Date(1_795_000_000_000)
  const pricing = (fields: object) => ({ pricing_model: 'PMP', category: 'utility', ...fields })

  it.each([
    ['is charged as Meta says', 'delivered', pricing({ billable: true, type: 'regular' }), true],
    ['is free as Meta says', 'delivered', pricing({ billable: false, type: 'free_customer_service' }), false],
    [
      'comes with a message that was read at once',
      'read',
      pricing({ billable: true, type: 'regular' }),
      true,
    ],
    ['is charged by its type', 'delivered', pricing({ type: 'regular' }), true],
    ['is free by its type', 'played', pricing({ type: 'free_entry_point' }), false],
  ])('%s', (_name, status, given, isBillable) => {
    const read = readStatus({ id: 'w', status, ...at, pricing: given })
    expect(read?.price).toEqual({ category: 'utility', isBillable, deliveredAt })
  })

  it.each([
    ['before the message has arrived', 'sent', pricing({ billable: true })],
    ['of one that failed', 'failed', pricing({ billable: true })],
    ['without a word about a charge', 'delivered', pricing({})],
    ['without a category', 'delivered', { billable: true }],
    ['that is none', 'delivered', undefined],
  ])('is not known %s', (_name, status, given) => {
    expect(readStatus({ id: 'w', status, ...at, ...(given && { pricing: given }) })?.price).toBeUndefined()
  })
})
