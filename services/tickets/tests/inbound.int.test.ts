import { messageId } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { MINUTE } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { reviseBody } from '../src/features/messages'
import {
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  phoneJid,
  queue,
  received,
  rig,
  clearOutbox,
  type Rig,
} from './support'

let desk: Rig

beforeAll(async () => {
  desk = await rig()
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.queues',
    'tickets.connections',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.outbox',
  )
  delete desk.settings['timeCreateNewTicket']
  desk.settings['CheckMsgIsGroup'] = 'disabled'
  await desk.ports.cache.delete(`tickets:${COMPANY}:settings`, `tickets:${FOREIGN}:settings`)
})

const arrive = (event: ReturnType<typeof received>) => deliver(desk, INBOUND_GROUP, event)
const tickets = (company: number = COMPANY) =>
  desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.tickets WHERE company_id = $1 ORDER BY id', [
    company,
  ])
const messages = (company: number = COMPANY) =>
  desk.pg.sql<Record<string, unknown>>(
    'SELECT * FROM tickets.messages WHERE company_id = $1 ORDER BY ticket_id, seq',
    [company],
  )
const contacts = (company: number = COMPANY) =>
  desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.contacts WHERE company_id = $1 ORDER BY id', [
    company,
  ])

async function close(id: unknown, closedAt: Date): Promise<void> {
  await desk.pg.sql(
    `UPDATE tickets.tickets SET status = 'closed', user_id = 3, closed_at = $2, updated_at = $2 WHERE id = $1`,
    [id, closedAt],
  )
}

describe('a message from a customer', () => {
  it('makes the contact, opens a pending ticket and is its first message', async () => {
    await arrive(received(desk, { body: 'Olá, tudo bem?' }))
    expect(await contacts()).toMatchObject([{ name: 'Joana', number: '5511955550101', named_by: 'profile' }])
    expect(await tickets()).toMatchObject([
      {
        status: 'pending',
        user_id: null,
        queue_id: null,
        unread_messages: 1,
        message_seq: 1,
        last_message: 'Olá, tudo bem?',
      },
    ])
    expect(await messages()).toMatchObject([
      { seq: 1, from_me: false, ack: 0, read: false, source: 'customer', preview: 'Olá, tudo bem?' },
    ])
  })

  it('announces itself with its ticket, without a previous assignment', async () => {
    await arrive(received(desk))
    const [appended] = await outbox(desk, 'messageAppended')
    const body = appended?.body['messageAppended'] as unknown as {
      ticket: TicketSnapshot
      message: { body: string; seq: number }
      previous?: unknown
    }
    expect(body.message).toMatchObject({ body: 'oi', seq: 1 })
    expect(body.ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      contact: { name: 'Joana' },
      version: 2,
    })
    expect(body.previous).toBeUndefined()
    expect(await outbox(desk, 'contactChanged')).toHaveLength(1)
  })

  it('goes to the queue of a connection that has exactly one', async () => {
    const vendas = await queue(desk, 'Vendas')
    await connection(desk, 1, { queueIds: [vendas] })
    await arrive(received(desk))
    expect(await tickets()).toMatchObject([{ queue_id: vendas }])
  })

  it('goes to no queue when the connection has two', async () => {
    await connection(desk, 1, { queueIds: [await queue(desk, 'Vendas'), await queue(desk, 'Suporte')] })
    await arrive(received(desk))
    expect(await tickets()).toMatchObject([{ queue_id: null }])
  })

  it('never replaces a name that a user typed', async () => {
    await arrive(received(desk, { name: '' }))
    expect(await contacts()).toMatchObject([{ name: '5511955550101' }])
    await arrive(received(desk, { name: 'Jô' }))
    expect(await contacts()).toMatchObject([{ name: 'Jô' }])
    await arrive(received(desk, { name: 'Outra' }))
    expect(await contacts()).toMatchObject([{ name: 'Jô' }])
  })

  it('is stored without the NUL and the lone surrogate it came with', async () => {
    await arrive(received(desk, { body: 'a\u0000b\ud800', name: 'J\u0000' }))
    expect(await messages()).toMatchObject([{ preview: 'ab\ufffd' }])
  })

  it('carries what it quotes when that is of the same conversation, and nothing when it is not', async () => {
    await arrive(received(desk, { waId: 'Q1', body: 'a primeira' }))
    await arrive(
      received(desk, {
        waId: 'Q2',
        body: 'de outro',
        number: '5511955550202',
        remoteJid: phoneJid('5511955550202'),
      }),
    )
    await clearOutbox(desk)
    await arrive(received(desk, { quotedWaId: 'Q1' }))
    await arrive(received(desk, { quotedWaId: 'Q2' }))
    const quoted = (await outbox(desk, 'messageAppended')).map(
      ({ body }) => (body['messageAppended'] as { message: { quoted?: { body: string } } }).message.quoted,
    )
    expect(quoted).toEqual([expect.objectContaining({ body: 'a primeira' }), undefined])
  })
})

describe('a repeat', () => {
  it('of the same event changes nothing', async () => {
    const event = received(desk)
    await arrive(event)
    await arrive(event)
    await arrive(event)
    expect(await messages()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ unread_messages: 1, version: 2 }])
    expect(await outbox(desk, 'messageAppended')).toHaveLength(1)
  })

  it('of the same phone message under another event changes nothing, not even a closed ticket', async () => {
    await arrive(received(desk, { waId: 'SAME' }))
    const [ticket] = await tickets()
    await close(ticket?.['id'], desk.ports.clock.now())
    await arrive(received(desk, { waId: 'SAME' }))
    expect(await messages()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ status: 'closed' }])
  })

  it('of a known id by another chat, another participant or another company is a message of its own', async () => {
    await arrive(received(desk, { waId: 'HOSTILE', body: 'a minha' }))
    await arrive(
      received(desk, {
        waId: 'HOSTILE',
        number: '5511955550999',
        remoteJid: phoneJid('5511955550999'),
        body: 'roubada',
      }),
    )
    await arrive(received(desk, { waId: 'HOSTILE', company: FOREIGN, body: 'de fora' }))
    expect((await messages()).map((row) => row['preview'])).toEqual(['a minha', 'roubada'])
    expect((await messages(FOREIGN)).map((row) => row['preview'])).toEqual(['de fora'])
    expect(await tickets()).toHaveLength(2)
  })
})

describe('a kill', () => {
  const steps: [string, (desk: Rig) => () => void][] = [
    ['before the document', ({ deps }) => breakOnce(deps.documents, 'put', 'before')],
    ['after the document', ({ deps }) => breakOnce(deps.documents, 'put', 'after')],
    ['after the claim', ({ deps }) => breakOnce(deps.inbox, 'claim', 'after')],
    ['after the contact', ({ deps }) => breakOnce(deps.contacts, 'insert', 'after')],
    ['after the ticket', ({ deps }) => breakOnce(deps.tickets, 'insert', 'after')],
    ['after the row', ({ deps }) => breakOnce(deps.messages, 'insert', 'after')],
    ['after the ticket was saved', ({ deps }) => breakOnce(deps.tickets, 'save', 'after')],
    ['after the events', ({ deps }) => breakOnce(deps.events, 'append', 'after')],
  ]

  function breakOnce<T extends object>(
    target: T,
    method: keyof T & string,
    when: 'before' | 'after',
  ): () => void {
    const original = (target[method] as (...parameters: unknown[]) => unknown).bind(target)
    let isBroken = true
    const pass = (result: unknown) => {
      if (isBroken) throw fail()
      return result
    }
    const broken = (...parameters: unknown[]) => {
      if (isBroken && when === 'before') throw fail()
      const result = original(...parameters)
      return result instanceof Promise ? result.then(pass) : pass(result)
    }
    const fail = () => {
      isBroken = false
      return new Error('killed')
    }
    Object.defineProperty(target, method, { value: broken, configurable: true, writable: true })
    return () => {
      Object.defineProperty(target, method, { value: original, configurable: true, writable: true })
    }
  }

  it.each(steps)('%s loses nothing and doubles nothing', async (_name, arm) => {
    const { receiveMessage } = await import('../src/features/inbound/receive-message')
    const event = received(desk, { body: 'não me perca' })
    const value = event.body.value as Parameters<typeof receiveMessage>[2]
    const restore = arm(desk)
    await expect(receiveMessage(desk.deps, event, value)).rejects.toThrow('killed')
    await receiveMessage(desk.deps, event, value)
    await receiveMessage(desk.deps, event, value)
    restore()
    expect(await messages()).toHaveLength(1)
    expect(await tickets()).toMatchObject([
      { unread_messages: 1, message_seq: 1, last_message: 'não me perca' },
    ])
    expect(await contacts()).toHaveLength(1)
    expect(await outbox(desk, 'messageAppended')).toHaveLength(1)
    const [document] = await desk.pg.sql<{ body: { body: string } }>(
      'SELECT body FROM tickets.message_documents',
    )
    expect(document?.body.body).toBe('não me perca')
  })
})

describe('a closed ticket', () => {
  it('waits again, without queue and agent, when the customer writes within the window', async () => {
    await arrive(received(desk))
    const [ticket] = await tickets()
    const suporte = await queue(desk, 'Suporte')
    await close(ticket?.['id'], desk.ports.clock.now())
    await desk.pg.sql('UPDATE tickets.tickets SET queue_id = $1', [suporte])
    await clearOutbox(desk)
    desk.ports.clock.advance(119 * MINUTE)
    await arrive(received(desk))
    expect(await tickets()).toMatchObject([
      {
        id: ticket?.['id'],
        status: 'pending',
        user_id: null,
        queue_id: null,
        closed_at: null,
        message_seq: 2,
      },
    ])
    const [appended] = await outbox(desk, 'messageAppended')
    expect(appended?.body['messageAppended']).toMatchObject({
      previous: { status: 'closed', queueId: suporte, userId: 3 },
    })
  })

  it('is left alone after the window; a new one opens', async () => {
    await arrive(received(desk))
    await close((await tickets())[0]?.['id'], desk.ports.clock.now())
    desk.ports.clock.advance(121 * MINUTE)
    await arrive(received(desk))
    expect(await tickets()).toMatchObject([{ status: 'closed' }, { status: 'pending', message_seq: 1 }])
  })

  it("follows the company's own window", async () => {
    desk.settings['timeCreateNewTicket'] = '0'
    await arrive(received(desk))
    await close((await tickets())[0]?.['id'], desk.ports.clock.now())
    desk.ports.clock.advance(MINUTE)
    await arrive(received(desk))
    expect(await tickets()).toHaveLength(2)
  })

  it('stays closed when a message is typed on the phone', async () => {
    await arrive(received(desk))
    await close((await tickets())[0]?.['id'], desk.ports.clock.now())
    await arrive(received(desk, { fromMe: true, body: 'até logo', name: 'Loja' }))
    expect(await tickets()).toMatchObject([
      { status: 'closed', last_message: 'até logo', unread_messages: 1 },
    ])
    expect(await contacts()).toMatchObject([{ name: 'Joana' }])
  })
})

describe('what was typed on the phone', () => {
  it('is ours, sent, read, and raises no count', async () => {
    await arrive(received(desk, { fromMe: true, body: 'já vou' }))
    expect(await messages()).toMatchObject([{ from_me: true, ack: 1, read: true, source: 'phone' }])
    expect(await tickets()).toMatchObject([{ unread_messages: 0 }])
  })
})

describe('a message of ours that comes back when the gateway has no row of it any more', () => {
  it('is not a second one, whatever its chat is called', async () => {
    await arrive(received(desk, { waId: 'C1' }))
    await desk.pg.sql(
      `UPDATE tickets.messages SET wa_id = '3EB0OURS', from_me = true, source = 'desk', remote_jid = $1`,
      [phoneJid('5511955550101')],
    )
    await arrive(received(desk, { waId: '3EB0OURS', fromMe: true, remoteJid: '77@lid' }))
    await arrive(received(desk, { waId: '3EB0OURS', fromMe: true }))
    expect(await messages()).toHaveLength(1)
    // A customer may choose that id.
    await arrive(received(desk, { waId: '3EB0OURS' }))
    expect(await messages()).toHaveLength(2)
  })
})

describe('a group', () => {
  const group = {
    isGroup: true,
    remoteJid: '120363000000000001@g.us',
    contact: { number: '', lid: '', name: 'Família' },
    participant: '5511955550101@s.whatsapp.net',
    sender: { number: '5511955550101', lid: '', name: 'Joana' },
  }

  it('is the contact; who wrote stands at the message', async () => {
    await arrive(received(desk, group))
    expect(await contacts()).toMatchObject([
      { name: 'Família', is_group: true, number: '120363000000000001' },
    ])
    const [appended] = await outbox(desk, 'messageAppended')
    expect(appended?.body['messageAppended']).toMatchObject({
      message: { senderName: 'Joana' },
      ticket: { isGroup: true },
    })
  })

  it('is ignored when the company says so', async () => {
    desk.settings['CheckMsgIsGroup'] = 'enabled'
    await arrive(received(desk, group))
    expect(await tickets()).toEqual([])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.message_documents')).toEqual([])
  })

  it('that is ignored leaves no file behind; one that was shown before keeps its own', async () => {
    const { blobs } = desk.ports
    const file = (key: string) => ({
      key,
      name: 'foto.jpg',
      mimeType: 'image/jpeg',
      sizeBytes: 4,
      width: 0,
      height: 0,
      durationSeconds: 0,
    })
    const put = (key: string) => blobs.put(key, Buffer.from('foto'), { maxBytes: 10 })
    for (const key of ['companies/7/shown', 'companies/7/ignored']) await put(key)
    const shown = received(desk, { ...group, waId: 'G1', kind: 'image', media: file('companies/7/shown') })
    await arrive(shown)
    desk.settings['CheckMsgIsGroup'] = 'enabled'
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    await arrive(shown)
    await arrive(received(desk, { ...group, waId: 'G2', kind: 'image', media: file('companies/7/ignored') }))
    expect(await blobs.info('companies/7/shown')).toBeDefined()
    expect(await blobs.info('companies/7/ignored')).toBeUndefined()
  })
})

describe('many at once', () => {
  it('of one new customer make one contact and one ticket, in whatever order', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => arrive(received(desk, { body: `m${index}` }))))
    expect(await contacts()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ unread_messages: 20, message_seq: 20 }])
    expect((await messages()).map((row) => row['seq'])).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('of both forms of the ninth digit make one contact', async () => {
    const forms = ['5511987654321', '551187654321']
    await Promise.all(
      [...forms, ...forms].map((number) => arrive(received(desk, { number, remoteJid: phoneJid(number) }))),
    )
    expect(await contacts()).toHaveLength(1)
    expect(await tickets()).toMatchObject([{ unread_messages: 4 }])
  })

  it('keep the order of one conversation', async () => {
    for (let index = 0; index < 10; index += 1) await arrive(received(desk, { body: `m${index}` }))
    expect((await messages()).map((row) => row['preview'])).toEqual(
      Array.from({ length: 10 }, (_, index) => `m${index}`),
    )
  })
})

describe('a LID that turns out to be a known number', () => {
  const lid = { remoteJid: '99887766@lid', contact: { number: '', lid: '99887766', name: 'J' } }
  const both = { contact: { number: '5511955550101', lid: '99887766', name: 'Joana' } }

  it('is merged into the older contact, with its conversation', async () => {
    await arrive(received(desk, { name: 'Joana' }))
    await arrive(received(desk, lid))
    expect(await contacts()).toHaveLength(2)
    expect(await tickets()).toHaveLength(2)
    await clearOutbox(desk)
    await arrive(received(desk, both))
    const [kept, ...others] = await contacts()
    expect(others).toEqual([])
    expect(kept).toMatchObject({ name: 'Joana' })
    expect((await tickets()).map((row) => [row['contact_id'], row['status']])).toEqual([
      [kept?.['id'], 'pending'],
      [kept?.['id'], 'closed'],
    ])
    expect(await desk.pg.sql('SELECT kept_id, merged FROM tickets.contact_merges')).toMatchObject([
      { kept_id: kept?.['id'], merged: { tickets: [expect.any(Number)] } },
    ])
    expect(await outbox(desk, 'contactDeleted')).toHaveLength(1)
  })
})

describe('a revision by the customer', () => {
  const revise = (value: Record<string, unknown>) => {
    const event = received(desk)
    const revised = {
      connectionId: 1,
      remoteJid: phoneJid('5511955550101'),
      participant: '',
      fromMe: false,
      waId: 'R1',
      otherJids: [],
      deleted: false,
      body: '',
      ...value,
    }
    return arrive({ ...event, body: { $case: 'messageRevised', value: revised } })
  }

  it('edits the text, in the message, the list and the search', async () => {
    await arrive(received(desk, { waId: 'R1', body: 'chega segunda' }))
    await clearOutbox(desk)
    await revise({ body: 'chega terça' })
    expect(await messages()).toMatchObject([{ edited: true, preview: 'chega terça' }])
    expect(await tickets()).toMatchObject([{ last_message: 'chega terça', last_received: 'chega terça' }])
    expect(
      (await desk.pg.sql<{ word: string }>('SELECT word FROM tickets.ticket_words ORDER BY 1')).map(
        ({ word }) => word,
      ),
    ).toEqual(['chega', 'terca'])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged', 'ticketChanged'])
    expect((await outbox(desk, 'messageChanged'))[0]?.body['messageChanged']).toMatchObject({
      message: { body: 'chega terça', edited: true },
    })
  })

  it('takes the old words along when a kill came between the document and its row', async () => {
    await arrive(received(desk, { waId: 'R1', body: 'chega segunda' }))
    const [message] = await desk.pg.sql<{ id: string }>('SELECT id FROM tickets.messages')
    const revised = reviseBody('chega terça', desk.ports.clock.now())
    await desk.deps.documents.change(COMPANY, messageId(message!.id), revised)
    await revise({ body: 'chega terça' })
    const words = await desk.pg.sql<{ word: string }>('SELECT word FROM tickets.ticket_words ORDER BY 1')
    expect(words.map(({ word }) => word)).toEqual(['chega', 'terca'])
  })

  it('deletes it; the list shows the one before', async () => {
    await arrive(received(desk, { body: 'fica' }))
    await arrive(received(desk, { waId: 'R1', body: 'some' }))
    await revise({ deleted: true })
    expect(await messages()).toMatchObject([{ deleted: false }, { deleted: true }])
    expect(await tickets()).toMatchObject([{ last_message: 'fica', last_received: 'fica' }])
    expect(
      (await desk.pg.sql<{ word: string }>('SELECT word FROM tickets.ticket_words')).map(({ word }) => word),
    ).toEqual(['fica'])
  })

  it('finds a message that the gateway has no record of under another name of its chat, and no other writer’s', async () => {
    await arrive(received(desk, { waId: 'R1', body: 'chega segunda' }))
    const late = { remoteJid: '77@lid', otherJids: [phoneJid('5511955550101')], body: 'chega terça' }
    await revise({ ...late, fromMe: true })
    await revise({ ...late, participant: 'x@s.whatsapp.net' })
    await revise({ ...late, otherJids: [phoneJid('5511955550102')] })
    expect(await messages()).toMatchObject([{ edited: false, preview: 'chega segunda' }])
    await revise(late)
    expect(await messages()).toMatchObject([{ edited: true, preview: 'chega terça' }])
  })

  it("never touches another chat's, another side's or another company's message", async () => {
    await arrive(received(desk, { waId: 'R1', body: 'intacta' }))
    await revise({ remoteJid: phoneJid('5511955550999'), deleted: true })
    await revise({ fromMe: true, deleted: true })
    await revise({ participant: 'x@s.whatsapp.net', body: 'trocada' })
    await revise({ connectionId: 2, body: 'trocada' })
    const foreign = { ...received(desk, { company: FOREIGN }) }
    await arrive({
      ...foreign,
      body: {
        $case: 'messageRevised',
        value: {
          connectionId: 1,
          remoteJid: phoneJid('5511955550101'),
          participant: '',
          fromMe: false,
          waId: 'R1',
          otherJids: [],
          deleted: true,
          body: '',
        },
      },
    })
    expect(await messages()).toMatchObject([{ deleted: false, edited: false, preview: 'intacta' }])
  })
})
