import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { MessagesPage, QueueView, TicketView, UserView } from '@balcao/contracts'

import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { story } from './support/browser-desk'
import { findFaults } from './support/axe'
import { until } from './support/company'
import { LUCIA, startConversationDesk, type ConversationDesk } from './support/stories/conversation-desk'
import {
  accept,
  acceptBoth,
  answer,
  composerOf,
  findBubbles,
  findRow,
  logIn,
  pendingInSales,
  showWaiting,
} from './support/ticket-screens'

/* An agent works in one conversation: typing, files, what comes in meanwhile; and what colleagues do with it. */

const photo = path.join(__dirname, '../assets/demo/photo.png')
const OTHER = { number: '5511944440002', name: 'Rui Tavares' }

const getDesk = startConversationDesk('conversation')
let url: string
let ana: Agent
let ticket: TicketView
let says: ConversationDesk['says']
let listSent: ConversationDesk['listSent']

beforeAll(() => {
  ;({ url, ana, ticket, says, listSent } = getDesk())
})

const untilRead = async (lastMessage: string) => {
  const { call } = await logIn(url, 'super@demo.local')
  await until(async () => {
    const { body } = await call<TicketView>('get', `/tickets/${ticket.id}`)
    return body.unreadMessages === 0 && body.lastMessage === lastMessage ? true : undefined
  }, `"${lastMessage}" to be read`)
}

story('the composer', () => {
  it('takes five lines without covering the newest message, which is read as it comes', async () => {
    const { page } = ana
    for (let line = 1; line <= 12; line += 1) await says(`Linha ${line} do pedido`)
    await findBubbles(ana, 'Linha 12 do pedido').waitFor()
    await untilRead('Linha 12 do pedido')
    // Opened anew at unread messages, and never scrolled.
    await page.goto(`${url}/tickets`)
    await says('Última linha do pedido')
    await page.getByRole('link', { name: /Lúcia Prado.*Última linha do pedido/ }).click()
    const newest = findBubbles(ana, 'Última linha do pedido')
    const isAboveComposer = async () => {
      const bubble = await newest.boundingBox()
      const composer = await page.locator('.composer').boundingBox()
      return bubble && composer && bubble.y + bubble.height <= composer.y ? true : undefined
    }
    await page.getByText('1 mensagem nova').waitFor()
    await until(isAboveComposer, 'the newest message in view')
    await composerOf(ana).focus()
    for (const word of ['um', 'dois', 'três', 'quatro']) {
      await page.keyboard.type(word)
      await page.keyboard.press('Shift+Enter')
    }
    await page.keyboard.type('cinco')
    await until(isAboveComposer, 'the newest message above five typed lines')
    expect(await page.locator('.viewport__fab').count()).toBe(0)

    await says('Chegou enquanto digito')
    await findBubbles(ana, 'Chegou enquanto digito').waitFor()
    await untilRead('Chegou enquanto digito')
    expect(await page.locator('.viewport__fab').count()).toBe(0)
    await composerOf(ana).fill('')
  })

  it('sends a picture and a document in the order of the tray, to the phone too', async () => {
    const { page } = ana
    const note = { name: 'contrato.txt', mimeType: 'text/plain', buffer: Buffer.from('cláusula única') }
    const picture = { name: 'foto.png', mimeType: 'image/png', buffer: readFileSync(photo) }
    await page.locator('input[type="file"]').first().setInputFiles([picture, note])
    await page.getByRole('textbox', { name: /Legenda.*foto/ }).fill('primeira')
    await page.getByRole('textbox', { name: /Legenda.*contrato/ }).fill('segunda')
    // Enter sends, and types no line into the composer that comes back.
    await page.keyboard.press('Enter')
    await composerOf(ana).waitFor()
    await composerOf(ana).fill('')
    await answer(ana, 'terceira')
    const sent = await until(async () => {
      const items = await listSent(LUCIA.number)
      return items.some(({ body }) => body.includes('terceira')) ? items : undefined
    }, 'all messages at the phone')
    const order = ['primeira', 'segunda', 'terceira']
    const wordIn = (text: string) => order.find((word) => text.includes(word))
    expect(sent.slice(-3).map(({ body }) => wordIn(body))).toEqual(order)
    const { call } = await logIn(url, 'super@demo.local')
    const { body } = await call<MessagesPage>('get', `/messages/${ticket.id}`)
    expect(body.messages.slice(-3).map((message) => wordIn(message.body))).toEqual(order)
    const shown = await page.getByRole('article').allInnerTexts()
    expect(shown.slice(-3).map(wordIn)).toEqual(order)
  })

  it('is empty after Enter in the tray', async () => {
    const { page } = ana
    const note = { name: 'recibo.txt', mimeType: 'text/plain', buffer: Buffer.from('pago') }
    await page.locator('input[type="file"]').first().setInputFiles(note)
    await page.getByRole('textbox', { name: /Legenda/ }).press('Enter')
    await findBubbles(ana, 'recibo.txt').waitFor()
    expect(await composerOf(ana).inputValue()).toBe('')
  })

  it('shows the customer that an agent types, where the company wants it', async () => {
    const { page } = ana
    const { call } = await logIn(url, 'super@demo.local')
    await call('put', '/settings/sendTyping', { value: 'enabled' })
    await page.reload()
    const phone = await ana.context.newPage()
    await phone.goto(`${url}/simulator?connection=${getDesk().connection.id}`)
    await phone.getByRole('button', { name: /Lúcia Prado/ }).click()
    const typing = phone.getByText('digitando…')
    await phone.getByRole('textbox', { name: 'Mensagem' }).waitFor()
    await until(async () => {
      await composerOf(ana).pressSequentially('a')
      return (await typing.count()) > 0 || undefined
    }, '"digitando…" on the phone')
    await composerOf(ana).press('Enter')
    await typing.waitFor({ state: 'detached' })
    await phone.close()
  })
})

story('a forward', () => {
  it('reaches the contact who is searched, marked, with its file', async () => {
    const { page } = ana
    const { call } = await logIn(url, 'super@demo.local')
    await call('post', '/contacts', OTHER)
    const picture = readFileSync(photo).toString('base64')
    const media = { name: 'vitrine.png', mimeType: 'image/png', base64: picture }
    const { network, connection } = getDesk()
    await network('post', '/simulator/inbound', {
      messages: [{ connection: connection.id, ...LUCIA, body: 'Vejam a vitrine', media }],
    })
    const bubble = findBubbles(ana, 'Vejam a vitrine')
    await bubble.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Encaminhar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' })
    await dialog.getByRole('combobox', { name: 'Para quem' }).fill('Rui')
    await page.getByRole('option', { name: /Rui Tavares/ }).click()
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    await page.setViewportSize(WIDE)
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await page.getByText('Mensagem encaminhada.').waitFor()
    const [sent] = await until(async () => {
      const items = await listSent(OTHER.number)
      return items.length > 0 ? items : undefined
    }, 'the picture at the phone of another')
    expect(sent).toMatchObject({ body: 'Vejam a vitrine', kind: 'image', isForwarded: true })
    expect(sent?.media).toMatchObject({ name: 'vitrine.png', sizeBytes: readFileSync(photo).length })
  })
})

story('several messages', () => {
  it('are chosen with keys, and forwarded together in their order', async () => {
    const { page } = ana
    for (const body of ['Rua das Flores, 12', 'Portão azul', 'Depois das 14h']) await says(body)
    await findBubbles(ana, 'Depois das 14h').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Selecionar' }).click()
    await page.getByRole('checkbox', { name: /Rua das Flores/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('toolbar').getByText('2 de 10 mensagens').waitFor()
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    await page.setViewportSize(WIDE)
    await page.getByRole('toolbar').getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })
    await dialog.getByRole('combobox', { name: 'Para quem' }).fill('Rui')
    await page.getByRole('option', { name: /Rui Tavares/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    const sent = await until(async () => {
      const items = await listSent(OTHER.number)
      return items.some(({ body }) => body === 'Depois das 14h') ? items : undefined
    }, 'both messages at the phone of another')
    expect(sent.slice(-2).map(({ body }) => body)).toEqual(['Rua das Flores, 12', 'Depois das 14h'])
  })

  it('are let go with Escape, which leaves the ticket open', async () => {
    const { page } = ana
    await says('Só uma dúvida')
    await findBubbles(ana, 'Só uma dúvida').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Selecionar' }).click()
    await page.getByRole('toolbar').waitFor()
    // Keys belong to the menu until it is gone.
    await page.locator('.message-menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    expect(page.url()).toContain(ticket.uuid)
  })
})

story('colleagues', () => {
  let bruno: Agent

  beforeAll(async () => {
    const { call } = await logIn(url, 'super@demo.local')
    const { body: queues } = await call<QueueView[]>('get', '/queue')
    const { body } = await call<{ users: UserView[] }>('get', '/users?searchParam=bruno@')
    await call('put', `/users/${body.users[0]!.id}`, { queueIds: queues.map(({ id }) => id) })
    bruno = await signedIn(getDesk().browser, url, 'bruno@demo.local', WIDE)
  })

  const transferTo = async (name: string) => {
    const { page } = ana
    await page.getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir Ticket' })
    // Colleagues are listed at once.
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('who come too late lose the row and learn who was faster', async () => {
    const rival = { number: '5511944440005', name: 'Otávio Reis' }
    const writes = () => says('Alguém aí?', rival)
    await acceptBoth(url, { ...rival, writes }, { faster: ana, fasterName: /Ana/, slower: bruno })
    await findRow(bruno, rival.name).waitFor({ state: 'detached' })
  })

  it('lose the row too when the ticket went to a queue that is not theirs', async () => {
    const moved = { number: '5511944440003', name: 'Célia Nunes' }
    await says('Oi', moved)
    const waiting = await pendingInSales(url, moved.number)
    await showWaiting(url, ana)
    await findRow(ana, moved.name).waitFor()
    const { call } = await logIn(url, 'super@demo.local')
    const { body: queues } = await call<QueueView[]>('get', '/queue')
    const support = queues.find(({ name }) => name === 'Suporte')
    // The ticket moves while the request of the agent is on its way.
    await ana.page.route(`**/tickets/${waiting.id}`, async (route) => {
      if (route.request().method() === 'PUT')
        await call('put', `/tickets/${waiting.id}`, { queueId: support?.id, status: 'pending', userId: null })
      await route.continue()
    })
    await accept(ana, moved.name)
    await ana.page.getByText('Este atendimento não está mais nas suas filas.').waitFor()
    await findRow(ana, moved.name).waitFor({ state: 'detached' })
    await ana.page.unroute(`**/tickets/${waiting.id}`)
  })

  it('get a sign of a transferred ticket, and its author sees no error', async () => {
    await ana.page.goto(`${url}/tickets/${ticket.uuid}`)
    await answer(ana, 'Vou passar ao colega')
    await transferTo('Bruno')
    await ana.page.getByText('Atendimento transferido.').waitFor()
    await bruno.page.getByText(`Ana transferiu ${LUCIA.name} para você.`).waitFor()
    await bruno.page.getByRole('tab', { name: /Atendendo/ }).click()
    const row = bruno.page.locator('.ticket-row').filter({ hasText: LUCIA.name })
    await row.getByText('Ana: Vou passar ao colega').waitFor()
    expect(await row.innerText()).not.toMatch(/Você|\*/)
    await bruno.page.getByRole('link', { name: /Lúcia Prado, transferido para você/ }).waitFor()
    expect(await bruno.page.title()).toMatch(/^\(\d+\)/)
    await bruno.page.getByRole('link', { name: /Lúcia Prado/ }).click()
    await findBubbles(bruno, 'Vou passar ao colega').waitFor()
    await bruno.page.getByRole('link', { name: /Lúcia Prado, transferido/ }).waitFor({ state: 'detached' })
    expect(await ana.page.getByRole('alert').count()).toBe(0)
    await ana.page.waitForURL(/\/tickets$/)
    // Back to her, by an administrator: a log-in of hers would end the session of her page.
    const { call } = await logIn(url, 'super@demo.local')
    await call('put', `/tickets/${ticket.id}`, { userId: ticket.userId })
  })

  it('undo a resolution: a waiting ticket waits again', async () => {
    const waiting = { number: '5511944440004', name: 'Tereza Lins' }
    await says('Bom dia', waiting)
    const pending = await pendingInSales(url, waiting.number)
    await showWaiting(url, ana)
    await findRow(ana, waiting.name)
      .getByRole('button', { name: /Mais opções/ })
      .click()
    await ana.page.getByRole('menuitem', { name: 'Finalizar' }).click()
    await findRow(ana, waiting.name).waitFor({ state: 'detached' })
    await ana.page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await findRow(ana, waiting.name).waitFor()
    const { call } = await logIn(url, 'super@demo.local')
    const { body } = await call<TicketView>('get', `/tickets/${pending.id}`)
    expect(body).toMatchObject({ status: 'pending', userId: null, queue: { name: 'Vendas' } })
  })

  it('undo a resolution: the goodbye has not left, and does not', async () => {
    const { call } = await logIn(url, 'super@demo.local')
    const { connection } = getDesk()
    const setGoodbye = (complationMessage: string) =>
      call('put', `/whatsapp/${connection.id}`, { complationMessage })
    await setGoodbye('Até logo, {{firstName}}!')
    const undone = { number: '5511944440061', name: 'Ivone Sá' }
    const resolved = { number: '5511944440032', name: 'Otto Reis' }
    const begin = async (customer: typeof undone) => {
      await says('Era isso, obrigado', customer)
      await pendingInSales(url, customer.number)
      await showWaiting(url, ana)
      await accept(ana, customer.name)
      await composerOf(ana).waitFor()
      await ana.page.getByRole('button', { name: 'Resolver' }).click()
    }
    await begin(undone)
    await ana.page.getByRole('button', { name: 'Desfazer' }).click()
    await composerOf(ana).waitFor()
    // Resolved after the other: once its goodbye is there, the other's time is over.
    await begin(resolved)
    await until(async () => {
      const sent = await listSent(resolved.number)
      return sent.some(({ body }) => body === 'Até logo, Otto!') ? true : undefined
    }, 'the goodbye')
    expect(await listSent(undone.number)).toEqual([])
    await setGoodbye('')
  })

  it('break no page', () => expect([...ana.faults, ...bruno.faults]).toEqual([]))
})
