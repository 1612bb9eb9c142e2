import { proto } from '@whiskeysockets/baileys'

import type { ReadContent } from './content'
import { layersOf } from './layers'
import { fields } from './message-fields'
import { readContent } from './read-content'

type Message = Extract<ReadContent, { as: 'message' }>

/** As the wire brings it: defaults on the prototype, 64-bit integers as objects. */
const overTheWire = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())

const read = (message: proto.IMessage) => readContent(overTheWire(message))

function said(message: proto.IMessage): Message {
  const content = read(message)
  if (content.as !== 'message') throw new Error(`not a message but ${content.as}`)
  return content
}

const bytes = (length: number, fill = 7) => new Uint8Array(length).fill(fill)
const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64')

const file = {
  url: 'https://mmg.whatsapp.net/v/t62.7118-24/1_n.enc?ccb=11-4',
  directPath: '/v/t62.7118-24/1_n.enc?ccb=11-4',
  mediaKey: bytes(32, 1),
  fileSha256: bytes(32, 2),
  fileEncSha256: bytes(32, 3),
  fileLength: 12_345,
}

const point = { degreesLatitude: -23.5, degreesLongitude: -46.6 }
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511955550101:+55 11 95555-0101\nEND:VCARD'

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
    expect(said(message)).toEqual({
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
    const { body } = said({ conversation: '😀'.repeat(50_000) })
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body.isWellFormed()).toBe(true)
    const missing = Number(/\[… mensagem cortada: mais (\d+) caracteres\]$/.exec(body)?.[1])
    expect(body.indexOf('\n[…') + missing).toBe(100_000)
  })

  it('of the very limit is whole', () => {
    expect(said({ conversation: 'a'.repeat(65_536) }).body).toBe('a'.repeat(65_536))
  })

  it('quotes', () => {
    const contextInfo = { stanzaId: '3EB0AA', participant: '1@lid', quotedMessage: { conversation: 'x' } }
    expect(said({ extendedTextMessage: { text: 'sim', contextInfo } }).quotedWaId).toBe('3EB0AA')
  })

  it('quotes nothing by an id that cannot be one', () => {
    for (const stanzaId of ['a b', 'x'.repeat(200), 'a\nb'])
      expect(said({ extendedTextMessage: { text: 'sim', contextInfo: { stanzaId } } }).quotedWaId).toBe('')
  })
})

describe('a file', () => {
  it.each<[string, proto.IMessage, Partial<Message>, object]>([
    [
      'image',
      { imageMessage: { ...file, caption: 'c', mimetype: 'image/png' } },
      { kind: 'image', body: 'c' },
      { type: 'image', claimedMimeType: 'image/png' },
    ],
    [
      'video',
      { videoMessage: { ...file, caption: 'c', seconds: 9 } },
      { kind: 'video', body: 'c' },
      { type: 'video', durationSeconds: 9, claimedMimeType: 'video/mp4' },
    ],
    ['gif', { videoMessage: { ...file, gifPlayback: true } }, { kind: 'video' }, { type: 'video' }],
    [
      'video note',
      { ptvMessage: { ...file, seconds: 3 } },
      { kind: 'video' },
      { type: 'video', durationSeconds: 3 },
    ],
    [
      'voice note',
      { audioMessage: { ...file, ptt: true, seconds: 4, mimetype: 'audio/ogg; codecs=opus' } },
      { kind: 'audio' },
      { type: 'audio', durationSeconds: 4, claimedMimeType: 'audio/ogg; codecs=opus' },
    ],
    [
      'document',
      { documentMessage: { ...file, fileName: 'nota.pdf', mimetype: 'application/pdf' } },
      { kind: 'application', body: '' },
      { type: 'document', name: 'nota.pdf' },
    ],
    [
      'document with caption',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...file, title: 't.xls', caption: 'segue' } },
        },
      },
      { kind: 'application', body: 'segue' },
      { name: 't.xls' },
    ],
    [
      'sticker',
      { stickerMessage: file },
      { kind: 'sticker' },
      { type: 'sticker', claimedMimeType: 'image/webp' },
    ],
    [
      'moving sticker',
      { lottieStickerMessage: { message: { stickerMessage: file } } },
      { kind: 'sticker' },
      { type: 'sticker' },
    ],
    [
      'part of an album',
      {
        associatedChildMessage: {
          message: { imageMessage: file, messageContextInfo: { messageAssociation: { associationType: 1 } } },
        },
      },
      { kind: 'image' },
      { type: 'image' },
    ],
  ])('of kind %s is read', (_name, message, shown, part) => {
    const content = said(message)
    expect(content).toMatchObject(shown)
    expect(content.media).toMatchObject({ sizeBytes: 12_345, ...part })
  })

  it('leaves a ticket of plain JSON', () => {
    const ticket = said({ imageMessage: file }).media?.ticket
    expect(JSON.parse(JSON.stringify(ticket))).toEqual({
      type: 'image',
      mediaKey: base64(1),
      directPath: file.directPath,
      url: file.url,
      fileSha256: base64(2),
      fileEncSha256: base64(3),
      mimetype: 'image/jpeg',
      fileLength: 12_345,
    })
  })

  it.each<[string, proto.Message.IImageMessage]>([
    ['no key', { mediaKey: null }],
    ['a short key', { mediaKey: bytes(31) }],
    ['no address', { url: '', directPath: '' }],
    ['a foreign address alone', { url: 'https://evil.example/a', directPath: '' }],
    ['an address inside our network', { url: 'https://169.254.169.254/a', directPath: '' }],
    ['a path that names a host', { url: '', directPath: '@evil.example/a' }],
    ['a path with a line break', { url: '', directPath: '/a\r\nHost: b' }],
  ])('with %s keeps its kind and words, and cannot be fetched', (_name, broken) => {
    expect(said({ imageMessage: { ...file, caption: 'c', ...broken } })).toMatchObject({
      kind: 'image',
      body: 'c',
      media: undefined,
    })
  })

  it('with a foreign address beside its path is fetched by the path', () => {
    const ticket = said({ imageMessage: { ...file, url: 'https://evil.example/a' } }).media?.ticket
    expect(ticket).toMatchObject({ url: '', directPath: file.directPath })
  })

  it('with absurd numbers has none', () => {
    const media = readContent({
      videoMessage: { ...file, fileLength: -5, seconds: Number.NaN },
    } as proto.IMessage)
    expect(media).toMatchObject({ media: { sizeBytes: 0, durationSeconds: 0 } })
    const huge = said({ audioMessage: { ...file, fileLength: Number.MAX_VALUE, seconds: 4_000_000_000 } })
    expect(huge.media).toMatchObject({ sizeBytes: 0, durationSeconds: 0 })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['fatura\u202efdp.exe', 'faturafdp.exe'],
    ['a\u0000b\n.pdf', 'ab.pdf'],
    ['   ', ''],
  ])('called %j is called %j', (fileName, name) => {
    expect(said({ documentMessage: { ...file, fileName } }).media?.name).toBe(name)
  })

  it('with a type that is none has the type of its kind', () => {
    const types = ['x', 'text/html\r\nX: y', 'a'.repeat(500)]
    for (const mimetype of types)
      expect(said({ imageMessage: { ...file, mimetype } }).media?.claimedMimeType).toBe('image/jpeg')
  })

  it.each([5, 10, 12, 19])(
    'that is the twin of one that came before (%s) says nothing',
    (associationType) => {
      const messageContextInfo = { messageAssociation: { associationType } }
      const message = { videoMessage: file, messageContextInfo }
      expect(read({ associatedChildMessage: { message } })).toEqual({ as: 'nothing' })
    },
  )
})

describe('a place', () => {
  it('is read with its name and address', () => {
    const message = { locationMessage: { ...point, name: 'Loja', address: 'Rua A, 1', comment: 'fundos' } }
    expect(said(message)).toMatchObject({
      kind: 'locationMessage',
      body: '',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1 · fundos' },
    })
  })

  it('that is live says so, once', () => {
    const live = { ...point, caption: 'chegando', sequenceNumber: 1 }
    expect(said({ liveLocationMessage: live }).location).toMatchObject({
      name: 'Localização em tempo real',
      address: 'chegando',
    })
    expect(read({ liveLocationMessage: { ...live, timeOffset: 60 } })).toEqual({ as: 'nothing' })
  })

  it.each([
    [Number.NaN, 0],
    [91, 0],
    [0, 181],
    [Number.POSITIVE_INFINITY, 0],
  ])('at %s, %s is nowhere', (degreesLatitude, degreesLongitude) => {
    const nowhere = { degreesLatitude, degreesLongitude }
    expect(said({ locationMessage: nowhere })).toMatchObject({ kind: 'unsupported', location: undefined })
    expect(said({ locationMessage: { ...nowhere, name: 'Loja' } })).toMatchObject({
      kind: 'chat',
      body: 'Loja',
    })
  })
})

describe('a contact card', () => {
  it('goes to the desk as it is, without its picture', () => {
    const withPhoto = vcard.replace('END', 'PHOTO;ENCODING=b:AAAA\n BBBB\n CCCC\nEND')
    expect(said({ contactMessage: { displayName: 'Ana', vcard: withPhoto } })).toMatchObject({
      kind: 'vcard',
      body: '',
      vcard,
    })
  })

  it('of nothing but a name is written for it', () => {
    expect(said({ contactMessage: { displayName: 'Ana' } }).vcard).toContain('FN:Ana')
    expect(said({ contactMessage: { vcard: '???' } })).toMatchObject({ kind: 'unsupported' })
  })

  it('among others is a line of text', () => {
    const contacts = [{ displayName: 'Ana', vcard }, { displayName: 'Beto' }]
    const message = said({ contactsArrayMessage: { displayName: '2 contatos', contacts } })
    expect(message).toMatchObject({ kind: 'chat', body: '👥 *2 contatos*\n• Ana: +55 11 95555-0101\n• Beto' })
    expect(message.vcard).toContain('FN:Beto')
  })

  it('in a list of one is a card', () => {
    expect(said({ contactsArrayMessage: { contacts: [{ displayName: 'Ana', vcard }] } }).kind).toBe('vcard')
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
    expect(said(message)).toMatchObject({ kind: 'chat', body })
  })

  it('stands under the picture of its header', () => {
    const message = {
      templateMessage: { hydratedTemplate: { imageMessage: file, hydratedContentText: 'Oi' } },
    }
    expect(said(message)).toMatchObject({ kind: 'image', body: 'Oi', media: { type: 'image' } })
  })

  it('of a call tells how it ended', () => {
    const call = { isVideo: true, callOutcome: 1 }
    expect(said({ callLogMesssage: call })).toMatchObject({
      kind: 'call_log',
      body: 'Chamada de vídeo perdida',
    })
    const talk = { callOutcome: 0, durationSecs: 75 }
    expect(said({ callLogMesssage: talk }).body).toBe('Chamada de voz · 1:15')
  })

  it('of very many options ends with how many more there are', () => {
    const options = Array.from({ length: 150 }, (_, at) => ({ optionName: `${at}` }))
    const { body } = said({ pollCreationMessage: { name: 'Q', options } })
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
    expect(said(message).marks).toEqual(marks)
  })

  it('come from the envelope where there is no message at all', () => {
    expect(readContent(undefined, { isViewOnce: true })).toMatchObject({
      kind: 'unsupported',
      marks: ['viewOnce'],
    })
  })
})

describe('reactions and revisions', () => {
  const key = { remoteJid: '5511955550101@s.whatsapp.net', fromMe: true, id: '3EB0AA' }
  const target = { ...key, participant: '' }

  it.each<[string, proto.IMessage, ReadContent]>([
    ['a reaction', { reactionMessage: { key, text: '👍🏽' } }, { as: 'reaction', target, emoji: '👍🏽' }],
    ['a reaction taken back', { reactionMessage: { key, text: '' } }, { as: 'reaction', target, emoji: '' }],
    ['a reaction to nothing', { reactionMessage: { text: '👍' } }, { as: 'nothing' }],
    [
      'a reaction that is an essay',
      { reactionMessage: { key, text: 'x'.repeat(70_000) } },
      { as: 'nothing' },
    ],
    [
      'a deletion',
      { protocolMessage: { key, type: 0 } },
      { as: 'revision', target, deleted: true, body: '' },
    ],
    ['a deletion of nothing', { protocolMessage: { type: 0 } }, { as: 'nothing' }],
    ['a protocol message of no type', { protocolMessage: { key } }, { as: 'nothing' }],
    [
      'an edit',
      { protocolMessage: { key, type: 14, editedMessage: { conversation: 'b' } } },
      { as: 'revision', target, deleted: false, body: 'b' },
    ],
    [
      'a wrapped edit of a caption',
      {
        editedMessage: {
          message: { protocolMessage: { key, type: 14, editedMessage: { imageMessage: { caption: 'c' } } } },
        },
      },
      { as: 'revision', target, deleted: false, body: 'c' },
    ],
  ])('%s is read', (_name, message, content) => {
    expect(read(message)).toEqual(content)
  })

  it('an edit to what cannot be read shows a line instead of emptying the message', () => {
    const edit = { key, type: 14, editedMessage: { encCommentMessage: {} } }
    expect(said({ protocolMessage: edit }).kind).toBe('unsupported')
  })

  it('an edit within an edit within an edit ends', () => {
    let message: proto.IMessage = { conversation: 'x' }
    for (let depth = 0; depth < 50; depth += 1)
      message = { protocolMessage: { key, type: 14, editedMessage: message } }
    expect(() => readContent(message)).not.toThrow()
  })
})

describe('what is no message', () => {
  it.each<[string, proto.IMessage]>([
    ['a sender key alone', { senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {} }],
    ['a poll vote', { pollUpdateMessage: {} }],
    ['a pin', { pinInChatMessage: { type: 1 }, messageContextInfo: { messageSecret: bytes(32) } }],
    ['keep in chat', { keepInChatMessage: {} }],
    ['an album', { albumMessage: { expectedImageCount: 3 } }],
    ['a history notice', { protocolMessage: { type: 5 } }],
    ['keys of the app state', { protocolMessage: { type: 6 } }],
    [
      'a setting for disappearing messages',
      { ephemeralMessage: { message: { protocolMessage: { type: 3 } } } },
    ],
    ['a protocol message of the future', { protocolMessage: { type: 999 as 0 } }],
  ])('%s says nothing', (_name, message) => {
    expect(read(message)).toEqual({ as: 'nothing' })
  })

  it.each<[string, proto.IMessage | undefined]>([
    ['nothing at all', undefined],
    ['an empty message', {}],
    ['a kind of the future', { messageContextInfo: { messageSecret: bytes(32) } }],
    [
      'a kind of the future beside a sender key',
      { senderKeyDistributionMessage: {}, messageContextInfo: { messageSecret: bytes(32) } },
    ],
    ['an encrypted reaction', { encReactionMessage: { encPayload: bytes(8) } }],
    ['a text of control characters', { conversation: '\u0001\u0002' }],
    ['an empty wrapper', { ephemeralMessage: {} }],
  ])('%s is shown as not supported', (_name, message) => {
    expect(readContent(message && overTheWire(message))).toMatchObject({
      as: 'message',
      kind: 'unsupported',
      body: '',
    })
  })

  it('wrappers without end are not followed', () => {
    let message: proto.IMessage = { conversation: 'x' }
    for (let depth = 0; depth < 1_000; depth += 1) message = { viewOnceMessage: { message } }
    expect(readContent(message)).toMatchObject({ kind: 'unsupported' })
  })
})

describe('any field of the protocol', () => {
  const names = Object.keys(fields) as (keyof proto.IMessage)[]
  const knownFields = Object.getOwnPropertyNames(proto.Message.prototype).filter(
    (name) => !/^(constructor|toJSON)$/.test(name),
  )

  it('is one whose fate is decided', () => {
    expect(names.filter((name) => !knownFields.includes(name))).toEqual([])
  })

  it.each(names)('%s is read without a throw, empty or full of nonsense', (name) => {
    const nonsense = {
      [name]:
        name === 'conversation'
          ? '\u202e'
          : { message: { [name]: {} }, key: {}, contextInfo: {}, type: 77, text: '' },
    }
    for (const message of [{ [name]: name === 'conversation' ? '' : {} }, nonsense])
      expect(['message', 'reaction', 'revision', 'nothing']).toContain(readContent(message).as)
  })
})

describe('bytes that no app would send', () => {
  /** Park and Miller's generator: the same nonsense in every run. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ;) {
      state = (state * 48_271) % 2_147_483_647
      yield state
    }
  }

  const honest: proto.IMessage[] = [
    { extendedTextMessage: { text: 'oi', contextInfo: { stanzaId: 'A', isForwarded: true } } },
    { imageMessage: { ...file, caption: 'c' } },
    {
      ephemeralMessage: {
        message: { protocolMessage: { key: { id: 'A' }, type: 14, editedMessage: { conversation: 'b' } } },
      },
    },
    { reactionMessage: { key: { id: 'A', fromMe: true }, text: '👍' } },
    { contactsArrayMessage: { contacts: [{ displayName: 'Ana', vcard }, { vcard }] } },
    { eventMessage: { name: 'Festa', startTime: 1_790_000_000, location: point } },
    { orderMessage: { itemCount: 2, totalAmount1000: 20_000, totalCurrencyCode: 'BRL' } },
    {
      interactiveMessage: { nativeFlowMessage: { buttons: [{ buttonParamsJson: '{"display_text":"a"}' }] } },
    },
  ]

  const decoded = (bent: Uint8Array): proto.IMessage | undefined => {
    try {
      return proto.Message.decode(bent)
    } catch {
      return undefined
    }
  }

  it('are read without a throw whenever they decode', () => {
    const random = numbers(20_261_121)
    const below = (limit: number) => random.next().value % limit
    let read = 0
    for (let round = 0; round < 10_000; round += 1) {
      const bent = Uint8Array.from(proto.Message.encode(honest[round % honest.length] ?? {}).finish())
      for (let bends = 1 + below(4); bends > 0; bends -= 1) bent[below(bent.length)] = below(256)
      const message = decoded(bent)
      if (!message) continue
      read += 1
      const content = readContent(message)
      JSON.stringify(content)
      if (content.as === 'message') {
        expect(content.body.isWellFormed()).toBe(true)
        expect(content.body).not.toContain('\u0000')
      }
      const { isWhole } = layersOf(message)
      expect(isWhole).toBe(true)
    }
    expect(read).toBeGreaterThan(1_000)
  })
})

describe('the ad that somebody wrote from', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])
  const adOf = (externalAdReply: proto.ContextInfo.IExternalAdReplyInfo) => {
    const read = readContent({ extendedTextMessage: { text: 'oi', contextInfo: { externalAdReply } } })
    return read.as === 'message' ? read.ad : undefined
  }
  const ad = {
    title: 'Bolo',
    body: '2 por 1',
    sourceType: 'ad',
    sourceId: '23',
    sourceUrl: 'https://fb.me/a',
  }

  it('is kept with its link, its id and a small picture', () =>
    expect(adOf({ ...ad, thumbnail: jpeg })).toEqual({
      title: 'Bolo',
      body: '2 por 1',
      url: 'https://fb.me/a',
      sourceType: 'ad',
      sourceId: '23',
      thumbnail: jpeg.toString('base64'),
    }))

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@evil',
    'nonsense',
    `https://a/${'x'.repeat(3_000)}`,
  ])('does not lead to %.30s', (sourceUrl) => expect(adOf({ ...ad, sourceUrl })?.url).toBe(''))

  it.each([Buffer.alloc(20), Buffer.concat([jpeg, Buffer.alloc(20_000)])])(
    'has no picture that is large or no JPEG',
    (thumbnail) => expect(adOf({ ...ad, thumbnail })?.thumbnail).toBe(''),
  )

  it('is none when it names nothing', () =>
    expect(adOf({ body: 'x', sourceUrl: 'javascript:alert(1)' })).toBeUndefined())
})
