import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { capabilities, companyId, connectionId } from '@balcao/contracts'
import type { Choices } from '@balcao/contracts/wire'
import { waitFor } from '@balcao/testkit'

import { parseAddress, type DriverSession } from '../src/features/whatsapp-driver'
import { image, recordCallbacks, textMessage, type DriverRig, type NetworkTraits } from './driver-rig'

interface Offer {
  /** The same as text. */
  body: string
  choices: Choices
  titles: string[]
}

const offers: [Offer, Offer, Offer] = [
  {
    body: 'Escolha:\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte',
    choices: {
      kind: 'buttons',
      text: 'Escolha:',
      button: '',
      options: [
        { id: '1', title: 'Vendas', description: '' },
        { id: '2', title: 'Suporte', description: '' },
      ],
      url: '',
    },
    titles: ['Vendas', 'Suporte'],
  },
  {
    body: 'Escolha:\n\n[ 1 ] - Segunda via de boleto e nota',
    choices: {
      kind: 'list',
      text: 'Escolha:',
      button: 'Ver opções',
      options: [
        { id: '1', title: 'Segunda via de boleto e…', description: 'Segunda via de boleto e nota' },
        { id: '#', title: 'Menu inicial', description: '' },
      ],
      url: '',
    },
    titles: ['Segunda via de boleto e…', 'Menu inicial'],
  },
  {
    body: 'Acompanhe o pedido:\n\nVer pedido: https://example.com/p/77',
    choices: {
      kind: 'link',
      text: 'Acompanhe o pedido:',
      button: 'Ver pedido',
      options: [],
      url: 'https://example.com/p/77',
    },
    titles: ['Ver pedido'],
  },
]

/** The contract of every WhatsApp driver, as far as its network goes: what this does not have is refused. */
export function whatsAppDriverContract(
  name: string,
  network: NetworkTraits,
  makeRig: () => Promise<DriverRig>,
): void {
  const can = capabilities[network.provider]
  const linksDevice = can.linksBy.includes('qr')
  const itIf = (isOffered: boolean) => (isOffered ? it : it.skip)

  describe(`${name} as a WhatsApp driver`, () => {
    let rig: DriverRig
    const sessions: DriverSession[] = []
    const company = companyId(1)
    const connection = connectionId(1)

    const open = async () => {
      const gateway = recordCallbacks()
      const session = await rig.driver.open({
        companyId: company,
        connectionId: connection,
        lease: rig.lease,
        callbacks: gateway.callbacks,
        numbers: { find: () => Promise.resolve(undefined), save: () => Promise.resolve() },
        findLastReceived: () => Promise.resolve(gateway.heard.inbound.at(-1)),
      })
      rig.listen?.(gateway.callbacks)
      sessions.push(session)
      return { ...gateway, session }
    }
    const pair = async () => {
      const line = await open()
      if (linksDevice) await rig.scan(await line.qr())
      await line.connected()
      return line
    }
    /* From now on messages wait in the network, or at the webhook. */
    const close = async ({ session }: { session: DriverSession }) => {
      await session.close()
      rig.listen?.(undefined)
    }
    const notOffered = { code: 'ERR_WAPP_NOT_OFFERED' }

    beforeEach(async () => void (rig = await makeRig()))
    afterEach(async () => {
      for (const session of sessions.splice(0)) await session.close()
      await rig.close()
    })

    it('can do what is told of its provider', () => {
      expect(rig.driver.provider).toBe(network.provider)
      expect(rig.driver.capabilities).toBe(can)
    })

    it('connects with a number, once its code is scanned where it shows one', async () => {
      const line = await pair()
      expect(line.heard.events.at(-1)).toMatchObject({
        kind: 'connected',
        number: expect.stringMatching(/^\d{8,15}$/) as string,
      })
    })

    it('comes back without a code', async () => {
      const first = await pair()
      await close(first)
      const second = await open()
      await second.connected()
      expect(second.heard.events.map((event) => event.kind)).not.toContain('qr')
    })

    it('delivers in order per chat, and again what was not taken', async () => {
      const line = await pair()
      line.heard.isRefusing = true
      for (const index of [1, 2, 3]) await rig.write('5511999990001', `A${index}`, `a${index}`)
      await rig.write('5511999990002', 'B1', 'b1')
      line.heard.isRefusing = false
      await waitFor(() => line.heard.inbound.length === 4)
      expect(
        line.heard.inbound
          .filter(({ chat }) => 'phone' in chat && chat.phone === '5511999990001')
          .map((message) => message.body),
      ).toEqual(['a1', 'a2', 'a3'])
      expect(line.heard.inbound[0]).toMatchObject({
        author: undefined,
        fromMe: false,
        kind: 'chat',
      })
    })

    it('delivers after a reconnect what came meanwhile, and nothing that was receipted', async () => {
      const first = await pair()
      await rig.write('5511999990001', 'A1', 'before')
      await waitFor(() => first.heard.inbound.length === 1)
      await close(first)
      await rig.write('5511999990001', 'A2', 'meanwhile')
      const second = await open()
      await waitFor(() => second.heard.inbound.length === 1)
      expect(second.heard.inbound.map((message) => message.waId)).toEqual(['A2'])
    })

    it('sends under the id it is given; acceptance comes on its own', async () => {
      const line = await pair()
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      expect(await rig.arrived()).toMatchObject([
        { id: '3EB0AA', body: 'oi', number: rig.numbers.known, deleted: false },
      ])
    })

    it.each(offers)(
      'offers $choices.kind where the network has them, else the text that says the same',
      async (offer) => {
        const line = await pair()
        const { known } = rig.numbers
        await line.session.send({ ...textMessage('3EB0AA', offer.body, known), choices: offer.choices })
        await waitFor(() => line.heard.accepted.includes('3EB0AA'))
        const isShown = can.maxButtons > 0
        const [seen] = await rig.arrived()
        expect(seen).toMatchObject({
          id: '3EB0AA',
          body: isShown ? offer.choices.text : offer.body,
          number: known,
        })
        expect(seen?.choices).toEqual(isShown ? offer.titles : undefined)
      },
    )

    itIf(can.maxButtons > 0)('tells which choice was tapped, and under which message', async () => {
      const line = await pair()
      const [buttons] = offers
      await line.session.send({
        ...textMessage('3EB0AA', buttons.body, rig.numbers.known),
        choices: buttons.choices,
      })
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      await rig.choose?.('A1', '3EB0AA', { id: '2', title: 'Suporte', isOfList: false })
      await rig.choose?.('A2', '3EB0AA', { id: '#', title: 'Menu inicial', isOfList: true })
      await rig.write(rig.numbers.known, 'A3', 'Suporte')
      await waitFor(() => line.heard.inbound.length === 3)
      const quotedWaId = line.nameOf('3EB0AA')
      expect(line.heard.inbound).toMatchObject([
        { waId: 'A1', kind: 'chat', body: 'Suporte', choiceId: '2', quotedWaId },
        { waId: 'A2', kind: 'chat', body: 'Menu inicial', choiceId: '#', quotedWaId },
        { waId: 'A3', kind: 'chat', body: 'Suporte', choiceId: undefined },
      ])
    })

    itIf(can.isIdempotent)('is heard once when it repeats an id, and accepted each time', async () => {
      const line = await pair()
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.length === 2)
      expect(await rig.arrived()).toHaveLength(1)
    })

    it('sends files byte for byte', async () => {
      const line = await pair()
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
      const media = {
        key: 'companies/1/a.txt',
        name: 'a.txt',
        mimeType: 'text/plain',
        sizeBytes: bytes.length,
        open: () => Promise.resolve(Readable.from([bytes.subarray(0, 60_000), bytes.subarray(60_000)])),
      }
      await line.session.send({ ...textMessage('3EB0FF', '', rig.numbers.known), kind: 'application', media })
      await waitFor(() => line.heard.accepted.includes('3EB0FF'))
      await line.session.send({ ...textMessage('3EB0FE', '', rig.numbers.known), kind: 'application', media })
      await waitFor(() => line.heard.accepted.includes('3EB0FE'))
      expect((await rig.arrived()).map((one) => one.bytes?.equals(bytes))).toEqual([true, true])
    })

    it('hands over receipts until they are taken', async () => {
      const line = await pair()
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.length === 1)
      line.heard.isRefusing = true
      await rig.receipt(['3EB0AA'], 4)
      line.heard.isRefusing = false
      await waitFor(() => line.heard.receipts.some(([waId, ack]) => waId === '3EB0AA' && ack === 4))
    })

    itIf(can.deletes)('deletes for everyone', async () => {
      const line = await pair()
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await line.session.revoke({
        waId: '3EB0BB',
        targetWaId: '3EB0AA',
        chat: { phone: rig.numbers.known },
        author: undefined,
      })
      await waitFor(() => line.heard.accepted.includes('3EB0BB'))
      expect(await rig.arrived()).toMatchObject([{ id: '3EB0AA', deleted: true }])
    })

    itIf(can.edits)('edits what it sent', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await line.session.send(textMessage('3EB0AA', 'oi', known))
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      const edit = { waId: '3EB0CC', targetWaId: '3EB0AA', chat: { phone: known }, body: 'olá' }
      await line.session.edit(edit)
      await waitFor(() => line.heard.accepted.includes('3EB0CC'))
      expect(await rig.arrived()).toMatchObject([{ id: '3EB0AA', body: 'olá', deleted: false }])
    })

    it('answers to a message', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await rig.write(known, 'A1', 'pergunta')
      await waitFor(() => line.heard.inbound.length === 1)
      const quoted = { waId: 'A1', fromMe: false, author: undefined, body: 'pergunta' }
      await line.session.send({ ...textMessage('3EB0AA', 'resposta', known), quoted })
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      expect(await rig.arrived()).toMatchObject([{ id: '3EB0AA', quotedId: 'A1' }])
    })

    it('puts an emoji to a message, another, and takes it back', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await rig.write(known, 'A1', 'oi')
      await waitFor(() => line.heard.inbound.length === 1)
      await line.session.send(textMessage('3EB0AA', 'olá', known))
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      const target = { chat: { phone: known }, author: undefined, fromMe: false, waId: 'A1' }
      const ours = { ...target, fromMe: true, waId: line.nameOf('3EB0AA') }
      await line.session.react({ waId: '3EB0D1', target, emoji: '👍' })
      await line.session.react({ waId: '3EB0D2', target: ours, emoji: '🎉' })
      await waitFor(() => ['3EB0D1', '3EB0D2'].every((id) => line.heard.accepted.includes(id)))
      expect(await rig.emojis()).toEqual({ A1: '👍', '3EB0AA': '🎉' })
      await line.session.react({ waId: '3EB0D3', target, emoji: '❤️' })
      await line.session.react({ waId: '3EB0D4', target: ours, emoji: '' })
      await waitFor(() => ['3EB0D3', '3EB0D4'].every((id) => line.heard.accepted.includes(id)))
      expect(await rig.emojis()).toEqual({ A1: '❤️' })
    })

    it.each(network.refuses)('says that the server refused a frame: %s', async (refusal) => {
      const line = await pair()
      await rig.refuseNext(refusal)
      await line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.rejected.length === 1)
      expect(line.heard.rejected).toEqual([['3EB0AA', refusal]])
      expect(line.heard.accepted).toEqual([])
      expect(await rig.arrived()).toEqual([])
      await line.session.send(textMessage('3EB0AB', 'oi', rig.numbers.known))
      await waitFor(() => line.heard.accepted.includes('3EB0AB'))
    })

    it('brings files byte for byte, again by their ticket, and in the next session', async () => {
      const first = await pair()
      await rig.sendImage(rig.numbers.known, 'P1', 'a foto', image)
      await waitFor(() => first.heard.inbound.length === 1)
      const [message] = first.heard.inbound
      expect(message).toMatchObject({ waId: 'P1', kind: 'image', body: 'a foto' })
      const media = message?.media
      expect(media && (await buffer(await media.open())).equals(image)).toBe(true)
      const ticket: unknown = JSON.parse(JSON.stringify(media?.reference))
      await close(first)
      const second = await open()
      await second.connected()
      expect((await buffer(await second.session.fetchMedia(ticket))).equals(image)).toBe(true)
      await expect(second.session.fetchMedia({ no: 'ticket' })).rejects.toThrow()
    })

    itIf(can.hasGroups)('names who writes in a group, its subject and who is in it', async () => {
      const line = await pair()
      const { known } = rig.numbers
      const group = '120363000000000007@g.us'
      await rig.writeInGroup({ group, subject: 'Obra', participant: known, id: 'G1', body: 'oi grupo' })
      await waitFor(() => line.heard.inbound.length === 1)
      const [message] = line.heard.inbound
      expect(message).toMatchObject({
        chat: { group: '120363000000000007' },
        fromMe: false,
        waId: 'G1',
        body: 'oi grupo',
        contact: { name: 'Obra' },
        sender: { number: known },
      })
      expect(message?.author).toBeDefined()
      const { subject, participants } = await line.session.group(parseAddress(group))
      expect(subject).toBe('Obra')
      expect(participants.map(({ number }) => number)).toContain(known)
      await expect(line.session.group({ group: '120363999999999999' })).rejects.toThrow()
    })

    it('marks what was forwarded, and says what is answered to', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await line.session.send(textMessage('3EB0AA', 'pergunta', known))
      await waitFor(() => line.heard.accepted.includes('3EB0AA'))
      await rig.forward(known, 'F1', 'corrente')
      await rig.reply(known, 'R1', 'sobre a corrente', { id: 'F1', isOurs: false })
      await rig.reply(known, 'R2', 'resposta', { id: '3EB0AA', isOurs: true })
      await waitFor(() => line.heard.inbound.length === 3)
      expect(line.heard.inbound).toMatchObject([
        { waId: 'F1', marks: ['forwarded'], quotedWaId: '' },
        { waId: 'R1', marks: [], quotedWaId: 'F1' },
        { waId: 'R2', marks: [], quotedWaId: line.nameOf('3EB0AA') },
      ])
    })

    itIf(network.tellsRevisions)(
      'tells second thoughts behind their message, and by its writer',
      async () => {
        const line = await pair()
        const { known } = rig.numbers
        await rig.write(known, 'A1', 'oi')
        await rig.write(known, 'A2', 'ops')
        await rig.revise(known, 'A1', 'olá')
        await rig.revise(known, 'A2', undefined)
        await waitFor(() => line.heard.revised.length === 2)
        const [first] = line.heard.inbound
        const place = { chat: first?.chat, author: undefined, fromMe: false }
        const inOrder = line.heard.revised.toSorted((left, right) => (left.waId < right.waId ? -1 : 1))
        expect(inOrder).toMatchObject([
          { ...place, waId: 'A1', deleted: false, body: 'olá' },
          { ...place, waId: 'A2', deleted: true },
        ])
      },
    )

    it('tells emojis, on their messages and on ours, until they are taken', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await rig.write(known, 'A1', 'oi')
      await line.session.send(textMessage('3EB0AA', 'olá', known))
      await waitFor(() => line.heard.inbound.length === 1 && line.heard.accepted.length === 1)
      line.heard.isRefusing = true
      await rig.react({ number: known, id: 'A1', isOurs: false }, '👍')
      line.heard.isRefusing = false
      await rig.react({ number: known, id: '3EB0AA', isOurs: true }, '😂')
      await rig.react({ number: known, id: '3EB0AA', isOurs: true }, '')
      await waitFor(() => line.heard.reacted.length === 3)
      const of = (waId: string) => line.heard.reacted.filter((reaction) => reaction.waId === waId)
      // Where the network does not tell whose message it is, the gateway finds it by its name.
      const theirs = of('A1').filter(({ fromMe, isWriterUnknown }) => !fromMe || isWriterUnknown)
      expect(theirs).toMatchObject([{ emoji: '👍', by: { number: known } }])
      expect(of(line.nameOf('3EB0AA'))).toMatchObject([
        { fromMe: true, emoji: '😂' },
        { fromMe: true, emoji: '' },
      ])
    })

    it.each(['ring', 'refuse'] as const)('asks what to do with a call, and does it: %s', async (answer) => {
      const line = await pair()
      line.heard.answer = answer
      await rig.ring(rig.numbers.known, 'CALL1')
      await waitFor(() => line.heard.called.length > 0)
      expect(line.heard.called[0]).toMatchObject({
        event: 'rings',
        waId: 'CALL1',
        chat: { phone: rig.numbers.known },
        isVideo: false,
        contact: { number: rig.numbers.known },
      })
      if (answer === 'refuse') await waitFor(() => rig.wasRefused('CALL1'))
      expect(await rig.wasRefused('CALL1')).toBe(answer === 'refuse')
    })

    it('shows customers read receipts and typing', async () => {
      const line = await pair()
      const { known } = rig.numbers
      await rig.write(known, 'A1', 'oi')
      await rig.write(known, 'A2', 'tudo bem?')
      await waitFor(() => line.heard.inbound.length === 2)
      await line.session.readMarks({ chat: { phone: known }, author: undefined, waIds: ['A1'] })
      await waitFor(async () => (await rig.read()).length > 0)
      expect(await rig.read()).toEqual(['A1'])
      await line.session.typing({ chat: { phone: known }, isTyping: true })
      await waitFor(() => rig.seesTyping(known))
      await line.session.typing({ chat: { phone: known }, isTyping: false })
      if (!network.endsTyping) await line.session.send(textMessage('3EB0AA', 'tudo', known))
      await waitFor(async () => !(await rig.seesTyping(known)))
    })

    it('has no picture of who shows none', async () => {
      const line = await pair()
      expect(await line.session.picture({ phone: rig.numbers.known })).toBeUndefined()
    })

    itIf(can.linksBy.includes('code'))('is linked by a code that is typed on the phone', async () => {
      const line = await open()
      await line.qr()
      const number = '5511940000001'
      const code = await line.session.pairingCode(number)
      expect(code).toMatch(/^[A-Z0-9]{8}$/)
      await rig.typeCode(code, number)
      await line.connected()
      await expect(line.session.pairingCode(number)).rejects.toThrow()
    })

    itIf(can.checksNumbers)('knows which numbers exist', async () => {
      const line = await pair()
      expect(await line.session.checkNumber(rig.numbers.known)).toMatchObject({ exists: true })
      expect(await line.session.checkNumber(rig.numbers.unknown)).toMatchObject({ exists: false })
    })

    it.each(network.ends)('says that it was %s, then nothing more, and sends nothing', async (reason) => {
      const line = await pair()
      await rig.end(reason)
      await line.closed(reason)
      const heard = line.heard.events.length
      await rig.write('5511999990001', 'A1', 'late')
      await expect(line.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))).rejects.toThrow()
      const chat = { phone: rig.numbers.known }
      const target = { chat, author: undefined, fromMe: false, waId: 'A1' }
      const edit = { waId: '3EB0AB', targetWaId: '3EB0AA', chat, body: 'olá' }
      await expect(line.session.edit(edit)).rejects.toThrow()
      await expect(line.session.react({ waId: '3EB0AC', target, emoji: '👍' })).rejects.toThrow()
      if (linksDevice) {
        await expect(line.session.typing({ chat, isTyping: true })).rejects.toThrow()
        await expect(line.session.picture(chat)).rejects.toThrow()
      }
      await expect(line.session.group({ group: '120363000000000007' })).rejects.toThrow()
      expect(line.heard.events).toHaveLength(heard)
      if (linksDevice) expect(line.heard.inbound).toEqual([])
      expect(await rig.arrived()).toEqual([])
    })

    itIf(linksDevice)('is replaced when a second client takes the line', async () => {
      const first = await pair()
      const second = await open()
      await second.connected()
      await first.closed('replaced')
      await expect(first.session.send(textMessage('3EB0AA', 'oi', rig.numbers.known))).rejects.toThrow()
    })

    ;(linksDevice ? it : it.skip).each(['logout', 'forget'] as const)(
      'needs a new code after %s',
      async (way) => {
        const line = await pair()
        if (way === 'logout') await line.session.logout()
        await line.session.close()
        await rig.driver.forget(company, connection, rig.lease)
        await rig.driver.forget(company, connection, rig.lease)
        const next = await open()
        expect(await next.qr()).not.toBe('')
      },
    )

    itIf(!linksDevice)('refuses what its network does not have', async () => {
      const { session } = await pair()
      const chat = { phone: rig.numbers.known }
      const target = { waId: '3EB0BB', targetWaId: '3EB0AA', chat }
      const absent = [
        can.deletes ? undefined : () => session.revoke({ ...target, author: undefined }),
        can.edits ? undefined : () => session.edit({ ...target, body: 'olá' }),
        can.checksNumbers ? undefined : () => session.checkNumber(rig.numbers.known),
        can.hasGroups ? undefined : () => session.group({ group: '120363000000000007' }),
        can.linksBy.includes('code') ? undefined : () => session.pairingCode('5511940000001'),
      ].filter((ask) => ask !== undefined)
      for (const ask of absent) await expect(ask()).rejects.toMatchObject(notOffered)
      expect(await rig.arrived()).toEqual([])
    })

    it('closes twice without harm', async () => {
      const line = await pair()
      await line.session.close()
      await line.session.close()
    })
  })
}
