import { CUSTOMER, idOf, startRig, type Rig } from './graph-server-rig'

let rig: Rig
beforeAll(async () => {
  // Every case sends to the same customer.
  rig = await startRig({ settings: { pairRate: { intervalMs: 0, burst: 45 } } })
  rig.graph.settings.throughputPerSecond.STANDARD = 10_000
})
beforeEach(() => rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi'))
afterAll(() => rig.stop())

const letters = (count: number) => 'á'.repeat(count)
const link = 'https://loja.example/a.jpg'

const reply = (title: string, id = title) => ({ type: 'reply', reply: { id, title } })
const buttons = (...given: unknown[]) => ({
  type: 'button',
  body: { text: 'Quer entrega?' },
  action: { buttons: given },
})
const row = (id: string, title = id) => ({ id, title })
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, at) => row(`linha ${from + at}`))
const listOf = (...sections: unknown[]) => ({
  type: 'list',
  body: { text: 'Escolha' },
  action: { button: 'Ver opções', sections },
})
const cta = (fields: Record<string, unknown>) => ({
  type: 'cta_url',
  body: { text: 'Veja' },
  action: { name: 'cta_url', parameters: { display_text: 'Abrir', url: 'https://loja.example', ...fields } },
})

describe('a message', () => {
  it.each<[string, string, unknown]>([
    ['image by link', 'image', { link, caption: letters(1_024) }],
    ['video by link', 'video', { link: 'https://loja.example/v.mp4' }],
    ['voice note by link', 'audio', { link: 'https://loja.example/v.ogg', voice: true }],
    ['document', 'document', { link: 'https://loja.example/d.pdf', filename: 'nota.pdf', caption: 'Nota' }],
    ['sticker', 'sticker', { link: 'https://loja.example/s.webp' }],
    ['location', 'location', { latitude: -23.55, longitude: '-46.63', name: 'Loja', address: 'Rua A, 1' }],
    [
      'contact',
      'contacts',
      [
        {
          name: { formatted_name: 'Ana', first_name: 'Ana' },
          phones: [{ phone: '+5511900000000', wa_id: '5511900000000' }],
        },
      ],
    ],
    ['three buttons', 'interactive', buttons(reply('Sim'), reply('Não'), reply(letters(20)))],
    [
      'buttons with header and footer',
      'interactive',
      { ...buttons(reply('Sim')), header: { type: 'image', image: { link } }, footer: { text: letters(60) } },
    ],
    [
      'list of ten rows',
      'interactive',
      listOf({ title: 'A', rows: rows(5) }, { title: 'B', rows: rows(5, 5) }),
    ],
    ['list of one section without a title', 'interactive', listOf({ rows: rows(1) })],
    [
      'list with a long body',
      'interactive',
      { ...listOf({ rows: rows(1) }), body: { text: letters(4_096) } },
    ],
    ['link button', 'interactive', cta({})],
    [
      'request for the location',
      'interactive',
      { type: 'location_request_message', body: { text: 'Onde?' }, action: { name: 'send_location' } },
    ],
  ])('is accepted as %s', async (_name, type, content) => {
    const answer = await rig.send({ type, [type]: content })
    expect([answer.status, answer.body['error']]).toEqual([200, undefined])
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER).at(-1)).toMatchObject({
      id: idOf(answer),
      type,
      message: { [type]: content },
    })
  })

  it.each<[string, string, unknown, number]>([
    ['a file with id and link', 'image', { id: '1', link }, 100],
    ['a file with neither', 'image', {}, 131008],
    ['a link that is none', 'image', { link: 'file:///etc/passwd' }, 100],
    ['a caption of 1,025 characters', 'image', { link, caption: letters(1_025) }, 100],
    ['a caption of a voice note', 'audio', { link, caption: 'Oi' }, 100],
    ['a file name of an image', 'image', { link, filename: 'a.jpg' }, 100],
    ['an unknown media id', 'image', { id: '1' }, 131009],
    ['a latitude of 91', 'location', { latitude: 91, longitude: 0 }, 131009],
    ['no longitude', 'location', { latitude: 1 }, 131008],
    ['no contacts', 'contacts', [], 131009],
    ['258 contacts', 'contacts', Array(258).fill({ name: { formatted_name: 'A', first_name: 'A' } }), 131009],
    ['a contact without a part of the name', 'contacts', [{ name: { formatted_name: 'A' } }], 131009],
    [
      'a birthday of words',
      'contacts',
      [{ name: { formatted_name: 'A', first_name: 'A' }, birthday: 'ontem' }],
      131009,
    ],
    ['two emoji', 'reaction', { message_id: 'wamid.1', emoji: '👍👍' }, 131009],
    ['a letter as emoji', 'reaction', { message_id: 'wamid.1', emoji: 'a' }, 131009],
    ['four buttons', 'interactive', buttons(reply('1'), reply('2'), reply('3'), reply('4')), 131009],
    ['no buttons', 'interactive', buttons(), 131009],
    ['a button of 21 characters', 'interactive', buttons(reply(letters(21))), 131009],
    ['a button id of 257 characters', 'interactive', buttons(reply('a', letters(257))), 131009],
    ['two buttons of one id', 'interactive', buttons(reply('a', '1'), reply('b', '1')), 131009],
    ['two buttons of one title', 'interactive', buttons(reply('a', '1'), reply('a', '2')), 131009],
    [
      'a body of 1,025 characters',
      'interactive',
      { ...buttons(reply('a')), body: { text: letters(1_025) } },
      131009,
    ],
    [
      'a footer of 61 characters',
      'interactive',
      { ...buttons(reply('a')), footer: { text: letters(61) } },
      131009,
    ],
    [
      'a header of 61 characters',
      'interactive',
      { ...buttons(reply('a')), header: { type: 'text', text: letters(61) } },
      131009,
    ],
    ['no body', 'interactive', { ...buttons(reply('a')), body: undefined }, 131008],
    [
      'eleven rows',
      'interactive',
      listOf({ title: 'A', rows: rows(6) }, { title: 'B', rows: rows(5, 6) }),
      131009,
    ],
    ['two sections without titles', 'interactive', listOf({ rows: rows(1) }, { rows: rows(1, 1) }), 131009],
    ['a row title of 25 characters', 'interactive', listOf({ rows: [row('1', letters(25))] }), 131009],
    ['a row id of 201 characters', 'interactive', listOf({ rows: [row(letters(201), 'a')] }), 131009],
    [
      'a row description of 73 characters',
      'interactive',
      listOf({ rows: [{ ...row('1'), description: letters(73) }] }),
      131009,
    ],
    ['two rows of one id', 'interactive', listOf({ rows: [row('1', 'a'), row('1', 'b')] }), 131009],
    [
      'a picture above a list',
      'interactive',
      { ...listOf({ rows: rows(1) }), header: { type: 'image', image: { link } } },
      100,
    ],
    ['a link button of 21 characters', 'interactive', cta({ display_text: letters(21) }), 131009],
    ['a link button without a link', 'interactive', cta({ url: 'loja' }), 100],
    [
      'an unknown interactive kind',
      'interactive',
      { type: 'product', body: { text: 'a' }, action: {} },
      131009,
    ],
  ])('is refused with %s', async (_name, type, content, code) => {
    const answer = await rig.send({ type, [type]: content })
    expect([answer.status, answer.code]).toEqual([400, code])
  })

  it('names the length in the words that clients know', async () => {
    const { details, body } = await rig.send({
      type: 'interactive',
      interactive: buttons(reply(letters(21))),
    })
    expect(details).toBe('Button title length invalid. Min length: 1, Max length: 20')
    expect(body['error']).toMatchObject({ message: '(#131009) Parameter value is not valid' })
  })

  it('quotes another, which a reaction may not', async () => {
    const context = { message_id: rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Quanto é?') }
    const answer = await rig.send({ type: 'text', text: { body: 'R$ 10' }, context })
    await rig.graph.settle()
    expect(rig.graph.inbox(CUSTOMER).at(-1)).toMatchObject({ id: idOf(answer), message: { context } })
    const reaction = { message_id: context.message_id, emoji: '👍' }
    expect((await rig.send({ type: 'reaction', reaction, context })).code).toBe(131009)
  })
})

describe('a reaction', () => {
  const react = async (messageId: string, emoji = '👍') =>
    idOf(await rig.send({ type: 'reaction', reaction: { message_id: messageId, emoji } }))

  it.each(['👍', '❤️', '🇧🇷', '👩🏽‍🚀', '1️⃣', ''])('of "%s" has the status sent only', async (emoji) => {
    const id = await react(rig.graph.customerWrites(rig.phoneNumberId, CUSTOMER, 'Oi'), emoji)
    await rig.graph.settle()
    expect(rig.webhook.statuses(id)).toMatchObject([{ status: 'sent' }])
  })

  it('to what is not in the chat fails with a webhook', async () => {
    const elsewhere = rig.graph.customerWrites(rig.phoneNumberId, '5511900001111', 'Oi')
    for (const messageId of ['wamid.unknown', elsewhere]) {
      const id = await react(messageId)
      await rig.graph.settle()
      expect(rig.webhook.statuses(id)).toMatchObject([{ status: 'failed', errors: [{ code: 131009 }] }])
    }
  })
})
