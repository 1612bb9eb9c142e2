import type { proto } from '@whiskeysockets/baileys'

import { readContent } from '../../src/adapters/whatsapp/baileys/content/read-content'
import { file, point, readMessage } from './read-fixtures'

describe('text', () => {
  it.each<[string, proto.IMessage, string]>([
    ['plain', { conversation: 'Olá' }, 'Olá'],
    ['with marks', { conversation: '*a* _b_ ~c~ ```d```' }, '*a* _b_ ~c~ ```d```'],
    ['extended', { extendedTextMessage: { text: 'veja https://a.b' } }, 'veja https://a.b'],
    ['right to left', { conversation: 'שלום \u2067abc\u2069' }, 'שלום \u2067abc\u2069'],
    ['with control characters', { conversation: 'a\u0000\u0007b\r\nc\td\u009b' }, 'ab\nc\td'],
    ['beside a sender key', { senderKeyDistributionMessage: { groupId: 'g' }, conversation: 'oi' }, 'oi'],
    ['beside chatter', { pinInChatMessage: { type: 1 }, conversation: 'oi' }, 'oi'],
  ])('%s is read', (_name, message, body) => {
    expect(readMessage(message)).toEqual({
      as: 'message',
      kind: 'chat',
      body,
      quotedWaId: '',
      location: undefined,
      vcard: '',
      marks: [],
      media: undefined,
    })
  })

  it('beyond the limit is cut, and says how much is missing', () => {
    const { body } = readMessage({ conversation: '😀'.repeat(50_000) })
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body.isWellFormed()).toBe(true)
    const missing = Number(/\[… mensagem cortada: mais (\d+) caracteres\]$/.exec(body)?.[1])
    expect(body.indexOf('\n[…') + missing).toBe(100_000)
  })

  it('of the very limit is whole', () => {
    expect(readMessage({ conversation: 'a'.repeat(65_536) }).body).toBe('a'.repeat(65_536))
  })

  it('quotes', () => {
    const contextInfo = { stanzaId: '3EB0AA', participant: '1@lid', quotedMessage: { conversation: 'x' } }
    expect(readMessage({ extendedTextMessage: { text: 'sim', contextInfo } }).quotedWaId).toBe('3EB0AA')
  })

  it('quotes nothing by an id that cannot be one', () => {
    for (const stanzaId of ['a b', 'x'.repeat(200), 'a\nb'])
      expect(
        readMessage({ extendedTextMessage: { text: 'sim', contextInfo: { stanzaId } } }).quotedWaId,
      ).toBe('')
  })
})

describe('readable text', () => {
  const rows = [{ title: 'P', description: '10 cm' }, { title: 'G' }]
  const moment = 1_790_000_000

  it.each<[string, proto.IMessage, string]>([
    [
      'poll',
      { pollCreationMessage: { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }] } },
      '📊 *Qual?*\n• A\n• B',
    ],
    [
      'poll v3',
      { pollCreationMessageV3: { name: 'Qual?', options: [{ optionName: 'A' }] } },
      '📊 *Qual?*\n• A',
    ],
    [
      'wrapped poll',
      { pollCreationMessageV4: { message: { pollCreationMessage: { name: 'Qual?', options: [] } } } },
      '📊 *Qual?*',
    ],
    [
      'poll result',
      { pollResultSnapshotMessage: { name: 'Qual?', pollVotes: [{ optionName: 'A', optionVoteCount: 3 }] } },
      '📊 *Qual?*\n• A: 3',
    ],
    [
      'list',
      {
        listMessage: {
          title: 'Menu',
          description: 'Escolha',
          footerText: 'fim',
          sections: [{ title: 'Tamanho', rows }],
        },
      },
      '*Menu*\nEscolha\n*Tamanho*\n• P: 10 cm\n• G\n_fim_',
    ],
    [
      'list response',
      { listResponseMessage: { title: 'G', singleSelectReply: { selectedRowId: 'g' } } },
      'G',
    ],
    ['list response by id', { listResponseMessage: { singleSelectReply: { selectedRowId: 'g' } } }, 'g'],
    [
      'buttons',
      { buttonsMessage: { contentText: 'Confirma?', buttons: [{ buttonText: { displayText: 'Sim' } }] } },
      'Confirma?\n• Sim',
    ],
    [
      'button response',
      { buttonsResponseMessage: { selectedDisplayText: 'Sim', selectedButtonId: '1' } },
      'Sim',
    ],
    [
      'template',
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedContentText: 'Oi',
            hydratedButtons: [{ urlButton: { displayText: 'Ver', url: 'https://a.b' } }],
          },
        },
      },
      'Oi\n• Ver: https://a.b',
    ],
    [
      'template of buttons',
      { templateMessage: { interactiveMessageTemplate: { body: { text: 'Oi' } } } },
      'Oi',
    ],
    ['old template', { highlyStructuredMessage: { params: ['Ana', '12h'] } }, 'Ana\n12h'],
    [
      'template reply',
      { templateButtonReplyMessage: { selectedId: 'x', selectedDisplayText: 'Ver' } },
      'Ver',
    ],
    [
      'native buttons',
      {
        interactiveMessage: {
          header: { title: 'Oi' },
          body: { text: 'Escolha' },
          nativeFlowMessage: {
            buttons: [
              { name: 'cta_url', buttonParamsJson: '{"display_text":"Site","url":"https://a.b"}' },
              { buttonParamsJson: '{{{' },
            ],
          },
        },
      },
      '*Oi*\nEscolha\n• Site: https://a.b',
    ],
    [
      'carousel',
      {
        interactiveMessage: {
          body: { text: 'Veja' },
          carouselMessage: { cards: [{ header: { title: 'Um' } }, { header: { title: 'Dois' } }] },
        },
      },
      'Veja\n*Um*\n*Dois*',
    ],
    ['native response', { interactiveResponseMessage: { body: { text: 'Sim' } } }, 'Sim'],
    [
      'native response in JSON',
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: { paramsJson: '{"id":"7","display_text":"Sim"}' },
        },
      },
      'Sim',
    ],
    [
      'product',
      {
        productMessage: {
          product: { title: 'Bolo', currencyCode: 'BRL', priceAmount1000: 10_500, description: 'de milho' },
        },
      },
      '🛍️ *Bolo*\nR$ 10,50\nde milho',
    ],
    ['catalog', { productMessage: { catalog: { title: 'Doces' } } }, '🛍️ *Doces*'],
    [
      'order',
      {
        orderMessage: {
          orderTitle: 'Ana',
          itemCount: 2,
          totalAmount1000: 20_000,
          totalCurrencyCode: 'BRL',
          message: 'p/ hoje',
        },
      },
      '🛒 *Ana*\n2 itens · R$ 20,00\np/ hoje',
    ],
    [
      'order in a currency that is none',
      { orderMessage: { itemCount: 1, totalAmount1000: 5, totalCurrencyCode: '$$$' } },
      '🛒 *Pedido*\n1 item',
    ],
    [
      'payment',
      { sendPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'sinal' } } } },
      '💳 *Pagamento*\nsinal',
    ],
    [
      'payment request',
      { requestPaymentMessage: { amount1000: 1_000, currencyCodeIso4217: 'BRL' } },
      '💳 *Pedido de pagamento*: R$ 1,00',
    ],
    [
      'event',
      {
        eventMessage: {
          name: 'Festa',
          startTime: moment,
          location: { name: 'Clube', ...point },
          isCanceled: true,
        },
      },
      '📅 *Festa* (cancelado)\n21/09/2026, 11:13 (horário de Brasília)\nClube',
    ],
    ['event of no time', { eventMessage: { name: 'Festa', startTime: -1 } }, '📅 *Festa*'],
    [
      'group invite',
      { groupInviteMessage: { groupName: 'Vizinhos', caption: 'entra' } },
      '👥 *Vizinhos*\nConvite para entrar em um grupo do WhatsApp\nentra',
    ],
    [
      'channel invite',
      { newsletterAdminInviteMessage: { newsletterName: 'Notícias' } },
      '📢 *Notícias*\nConvite para um canal do WhatsApp',
    ],
    ['sticker pack', { stickerPackMessage: { name: 'Gatos' } }, '🖼️ *Gatos*\nPacote de figurinhas'],
    ['comment', { commentMessage: { message: { conversation: 'boa' } } }, 'boa'],
    [
      'answer of an assistant',
      { richResponseMessage: { submessages: [{ messageText: 'a' }, {}, { messageText: 'b' }] } },
      'a\nb',
    ],
  ])('of a %s', (_name, message, body) => {
    expect(readMessage(message)).toMatchObject({ kind: 'chat', body })
  })

  it('stands under the picture of its header', () => {
    const message = {
      templateMessage: { hydratedTemplate: { imageMessage: file, hydratedContentText: 'Oi' } },
    }
    expect(readMessage(message)).toMatchObject({ kind: 'image', body: 'Oi', media: { type: 'image' } })
  })

  it('of a call tells how it ended', () => {
    const call = { isVideo: true, callOutcome: 1 }
    expect(readMessage({ callLogMesssage: call })).toMatchObject({
      kind: 'call_log',
      body: 'Chamada de vídeo perdida',
    })
    const talk = { callOutcome: 0, durationSecs: 75 }
    expect(readMessage({ callLogMesssage: talk }).body).toBe('Chamada de voz · 1:15')
  })

  it('of very many options ends with how many more there are', () => {
    const options = Array.from({ length: 150 }, (_, at) => ({ optionName: `${at}` }))
    const { body } = readMessage({ pollCreationMessage: { name: 'Q', options } })
    expect(body.split('\n')).toHaveLength(102)
    expect(body).toMatch(/• … e mais 50$/)
  })
})

describe('marks', () => {
  const image = { imageMessage: file }

  it.each<[string, proto.IMessage, string[]]>([
    ['view once', { viewOnceMessage: { message: image } }, ['viewOnce']],
    ['view once v2', { viewOnceMessageV2: { message: image } }, ['viewOnce']],
    ['view once audio', { viewOnceMessageV2Extension: { message: { audioMessage: file } } }, ['viewOnce']],
    ['view once by its field', { imageMessage: { ...file, viewOnce: true } }, ['viewOnce']],
    ['ephemeral', { ephemeralMessage: { message: { conversation: 'a' } } }, ['ephemeral']],
    [
      'ephemeral by its context',
      { extendedTextMessage: { text: 'a', contextInfo: { expiration: 86_400 } } },
      ['ephemeral'],
    ],
    ['forwarded', { extendedTextMessage: { text: 'a', contextInfo: { isForwarded: true } } }, ['forwarded']],
    ['forwarded often', { imageMessage: { ...file, contextInfo: { forwardingScore: 127 } } }, ['forwarded']],
    [
      'both',
      { ephemeralMessage: { message: { viewOnceMessage: { message: image } } } },
      ['ephemeral', 'viewOnce'],
    ],
  ])('%s', (_name, message, marks) => {
    expect(readMessage(message).marks).toEqual(marks)
  })

  it('come from the envelope where there is no message at all', () => {
    expect(readContent(undefined, { isViewOnce: true })).toMatchObject({
      kind: 'unsupported',
      marks: ['viewOnce'],
    })
  })
})
