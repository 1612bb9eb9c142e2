import { chooseFamilyKind, toSourceMessage, type FamilyMessageRow } from './family-messages'

const row: FamilyMessageRow = {
  id: 'A',
  ticketId: 1,
  remoteJid: '',
  participant: '',
  senderName: '',
  fromMe: true,
  body: 'oi',
  mediaType: 'chat',
  mediaUrl: '',
  ack: 3,
  deleted: false,
  edited: false,
  quotedId: null,
  quotedTicketId: null,
  quotedBody: null,
  quotedType: null,
  quotedFromMe: null,
  quotedAt: null,
  createdAt: new Date(0),
}

describe('a message of Whaticket’s family', () => {
  it.each([
    ['', false, 'chat'],
    ['extendedTextMessage', false, 'chat'],
    ['text', false, 'chat'],
    ['text', true, 'application'],
    ['somethingNew', false, 'chat'],
    ['somethingNew', true, 'application'],
    ['image', true, 'image'],
    ['ptt', true, 'audio'],
    ['stickerMessage', true, 'sticker'],
    ['contactMessage', false, 'vcard'],
  ])('of the type %j, with a file: %s, is %s', (type, hasFile, kind) =>
    expect(chooseFamilyKind(type, hasFile)).toBe(kind),
  )

  it.each([
    // whatsapp-web.js
    [0, -1, -1],
    [0, 0, 1],
    [0, 3, 3],
    [0, 5, 4],
    // Baileys
    [1, 0, 1],
    [1, 2, 1],
    [1, 4, 3],
    [1, 5, 4],
  ])('with acks %i above ours has for %i: %i', (offset, ack, ours) =>
    expect(toSourceMessage({ ...row, ack }, offset).ack).toBe(ours),
  )

  it('has a place as its link and description, and a card as a card', () => {
    const place = {
      body: 'data:image/png;base64,xx|https://maps.google.com/maps?q=1%2C2|Rua A',
      mediaType: 'locationMessage',
    }
    expect(toSourceMessage({ ...row, ...place }, 0)).toMatchObject({
      kind: 'chat',
      body: 'https://maps.google.com/maps?q=1%2C2\nRua A',
    })
    const card = { body: 'BEGIN:VCARD', mediaType: 'contactMessage' }
    expect(toSourceMessage({ ...row, ...card }, 0)).toMatchObject({
      kind: 'vcard',
      body: '',
      vcard: 'BEGIN:VCARD',
    })
  })

  it.each([
    ['foto.png', 'foto.png'],
    ['company1/foto.png', 'company1/foto.png'],
    ['https://api.example.com/public/company1/foto.png', 'company1/foto.png'],
  ])('finds the file of %j', (mediaUrl, path) =>
    expect(toSourceMessage({ ...row, mediaUrl, mediaType: 'image' }, 0).file).toEqual({
      path,
      name: 'foto.png',
    }),
  )
})
