import type {
  CloudAccountView,
  ConnectionView,
  EventsAnswer,
  MessagesPage,
  MessageView,
  QueueView,
  SendApiAnswer,
  TicketView,
} from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { DEMO_ACCOUNT } from '../../messaging-gateway/src/adapters/whatsapp/simulated-cloud'
import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { createApiCall, until, type Call } from './support/company'
import {
  accept,
  answer,
  chooseAttach,
  findBubbles,
  findRow,
  logIn,
  showWaiting,
} from './support/ticket-screens'

const RITA = '5511944447777'
const BIA = '5511944448888'
const CAIO = '5511944449999'

let desk: BrowserDesk
let call: Call
let ana: Agent
let phone: Page
let connection: number

/** The demo's number at the simulated Meta, as the whole demo has it. */
async function connectNumber(): Promise<number> {
  const { body: queues } = await call<QueueView[]>('get', '/queue')
  const { body: made } = await call<ConnectionView>('post', '/whatsapp', {
    name: 'Oficial',
    provider: 'cloud',
    queueIds: queues.map(({ id }) => id),
    greetingMessage: 'Olá, {{firstName}}! Como podemos ajudar?',
  })
  const { phoneNumberId, businessAccountId, token, appSecret, verifyToken } = DEMO_ACCOUNT
  const saved = await call<CloudAccountView>('put', `/whatsapp/${made.id}/cloud-account`, {
    phoneNumberId,
    businessAccountId,
    token,
    appSecret,
    verifyToken,
  })
  expect(saved.status).toBe(200)
  await until(async () => {
    const { body } = await call<ConnectionView>('get', `/whatsapp/${made.id}`)
    return body.status === 'CONNECTED' ? body : undefined
  }, 'the official number')
  return made.id
}

async function openPhone(number: string, name: string): Promise<Page> {
  const context = await desk.browser.newContext({ viewport: WIDE, locale: 'pt-BR' })
  const page = await context.newPage()
  await page.goto(`${desk.url}/simulator?connection=${connection}`)
  await page.getByRole('textbox', { name: 'Número do cliente' }).fill(number)
  await page.getByRole('textbox', { name: 'Nome' }).fill(name)
  await page.getByRole('button', { name: 'Nova conversa' }).click()
  return page
}

async function write(text: string): Promise<void> {
  await phone.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await phone.getByRole('button', { name: 'Enviar' }).click()
  await phone
    .locator('.sim-bubble--mine')
    .filter({ hasText: text })
    .getByRole('img', { name: 'Recebida pelo Balcão' })
    .waitFor()
}

/* The customer's ticket, once it is in a queue. */
const findQueued = (number: string) =>
  until(async () => {
    const { body } = await call<{ tickets: TicketView[] }>('get', '/tickets?showAll=true&status=pending')
    return body.tickets.find(({ contact, queueId }) => contact.number === number && queueId !== null)
  }, 'the ticket in its queue')

const shown = (text: string) => phone.locator('.sim-bubble').filter({ hasText: text })

/** A program's call with the token of a connection. */
async function sendByProgram(from: number, body: object): Promise<string> {
  const { token } = (await call<{ token: string }>('post', `/whatsapp/${from}/token`, {})).body
  const sent = await createApiCall(desk.url, token)<SendApiAnswer>('post', '/api/messages/send', {
    number: RITA,
    ...body,
  })
  expect(sent.status).toBe(200)
  return sent.body.id
}

/** The newest messages of a customer's ticket on a connection. */
async function readMessages(whatsappId: number, number = RITA): Promise<MessageView[]> {
  const { body } = await call<{ tickets: TicketView[] }>('get', `/tickets?showAll=true&searchParam=${number}`)
  const ticket = body.tickets.find((one) => one.whatsappId === whatsappId)
  return (await call<MessagesPage>('get', `/messages/${ticket?.id ?? 0}?markAsRead=false`)).body.messages
}

startBrowserDesk('official-number', async (started) => {
  desk = started
  ;({ call } = await logIn(desk.url, 'super@demo.local'))
  connection = await connectNumber()
  phone = await openPhone(RITA, 'Rita Lopes')
  ana = await signedIn(desk.browser, desk.url, 'ana@demo.local', WIDE)
})

story('a day of an official number, at the simulated Meta', () => {
  it('begins with a customer, the bot and an agent', async () => {
    await write('oi, quero comprar')
    await shown('Olá, Rita! Como podemos ajudar?').waitFor()
    await write('1')
    expect((await findQueued(RITA)).queue?.name).toBe('Vendas')
    await showWaiting(desk.url, ana)
    await findRow(ana, 'Rita Lopes').waitFor()
    await accept(ana, 'Rita Lopes')
    const bubble = await answer(ana, 'bom dia! o que você procura?')
    await shown('bom dia! o que você procura?').waitFor()
    await bubble.getByRole('img', { name: 'Lida' }).waitFor()
    await ana.page.getByText('Você pode responder até').waitFor()
  })

  it('goes on with a template once the window is closed, and opens it again by its button', async () => {
    for (const viewport of [PHONE, WIDE]) {
      await phone.setViewportSize(viewport)
      expect(await findFaults(phone)).toEqual([])
    }
    await phone.getByRole('button', { name: 'Passar 24 horas' }).click()
    await answer(ana, 'ainda está aí?')
    await ana.page.getByText('O cliente não escreve há mais de 24 horas').waitFor()
    await ana.page.locator('.composer-bar').getByRole('button', { name: 'Enviar modelo' }).click()
    const dialog = ana.page.getByRole('dialog', { name: 'Enviar modelo' })
    await dialog.getByRole('combobox', { name: 'Modelo' }).fill('retomar')
    await ana.page.getByRole('option', { name: /retomar_conversa/ }).click()
    await dialog.getByText('Olá, Rita! Temos uma resposta').waitFor()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const arrived = shown('Olá, Rita! Temos uma resposta sobre o seu atendimento.')
    await arrived.waitFor()
    expect(await shown('ainda está aí?').count()).toBe(0)
    const bubble = findBubbles(ana, 'Olá, Rita! Temos uma resposta')
    await bubble.getByRole('img', { name: 'Lida' }).waitFor()
    expect(await findFaults(phone)).toEqual([])
    await arrived.getByRole('button', { name: 'Sim, continuar' }).click()
    await findBubbles(ana, 'Sim, continuar').last().waitFor()
    await answer(ana, 'que bom! chegou uma camisa azul')
    await shown('que bom! chegou uma camisa azul').waitFor()
    expect(ana.faults).toEqual([])
  })

  it('sends buttons from the composer, and hears the tap with what was tapped', async () => {
    await ana.page.getByRole('textbox', { name: /mensagem/i }).fill('Posso separar para você?')
    for (const viewport of [PHONE, WIDE]) {
      await ana.page.setViewportSize(viewport)
      await chooseAttach(ana.page, 'Botões')
      const dialog = ana.page.getByRole('dialog', { name: 'Botões' })
      await dialog.getByRole('textbox', { name: 'Botão 1' }).waitFor()
      expect(await findFaults(ana.page)).toEqual([])
      await dialog.getByRole('combobox', { name: 'O que o cliente toca' }).click()
      await ana.page.getByRole('option', { name: 'Lista' }).click()
      await dialog.getByRole('textbox', { name: 'Descrição da opção 1' }).waitFor()
      expect(await findFaults(ana.page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await ana.page.getByRole('button', { name: 'Descartar' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    // By keyboard alone.
    await ana.page.getByRole('button', { name: 'Botões' }).press('Enter')
    const dialog = ana.page.getByRole('dialog', { name: 'Botões' })
    expect(await dialog.getByRole('textbox', { name: 'Mensagem' }).inputValue()).toBe(
      'Posso separar para você?',
    )
    await dialog.getByRole('textbox', { name: 'Botão 1' }).press('End')
    await ana.page.keyboard.type('Sim, pode')
    await dialog.getByRole('button', { name: 'Adicionar botão' }).press('Enter')
    await dialog
      .locator(':focus')
      .and(dialog.getByRole('textbox', { name: 'Botão 2' }))
      .waitFor()
    await ana.page.keyboard.type('Agora não')
    const preview = dialog.getByRole('region', { name: 'Como o cliente vai ver' })
    await preview.getByRole('listitem').filter({ hasText: 'Agora não' }).waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await ana.page.setViewportSize(viewport)
      expect(await findFaults(ana.page)).toEqual([])
    }
    await ana.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const bubble = findBubbles(ana, 'Posso separar para você?')
    await bubble.getByRole('list', { name: 'Opções para o cliente' }).waitFor()
    await bubble.getByRole('img', { name: 'Lida' }).waitFor()
    await shown('Posso separar para você?').getByRole('button', { name: 'Sim, pode' }).click()
    const tapped = await until(async () => {
      const messages = await readMessages(connection)
      return messages.find(({ fromMe, body }) => !fromMe && body === 'Sim, pode')
    }, 'the tap')
    expect(tapped).toMatchObject({ choiceId: '1', quotedMsg: { fromMe: true } })
    await findBubbles(ana, 'Sim, pode')
      .filter({ hasNot: ana.page.getByRole('list') })
      .waitFor()
    expect(ana.faults).toEqual([])
  })

  it('sends what a program offers, which hears what was tapped', async () => {
    const choices = {
      kind: 'list',
      button: 'Ver fretes',
      options: [{ id: 'frete-pac', title: 'PAC', description: '7 dias' }, { title: 'Sedex' }],
    }
    const body = 'Qual frete você prefere?'
    await sendByProgram(connection, { body, choices })
    await shown(body).getByText('Ver fretes').click()
    await shown(body).getByRole('button', { name: 'PAC' }).click()
    const tapped = await until(async () => {
      const { events } = (await call<EventsAnswer>('get', '/events?after=0&limit=500')).body
      return events.find(
        (one) => one.event === 'message.received' && one.data.message.choiceId === 'frete-pac',
      )
    }, 'the event of the tap')
    expect(tapped.data).toMatchObject({ message: { body: 'PAC', quotedMsg: { fromMe: true } } })
    await sendByProgram(connection, {
      body: 'Acompanhe aqui',
      choices: { kind: 'link', button: 'Ver pedido', url: 'https://example.com/p/77' },
    })
    await shown('Ver pedido: https://example.com/p/77').waitFor()
    const link = findBubbles(ana, 'Acompanhe aqui').getByRole('link', { name: 'Ver pedido' })
    expect(await link.getAttribute('href')).toBe('https://example.com/p/77')

    const { body: connections } = await call<ConnectionView[]>('get', '/whatsapp')
    const linked = connections.find(({ capabilities }) => capabilities.isSimulated)?.id ?? 0
    await sendByProgram(linked, { body, choices })
    expect((await readMessages(linked)).at(-1)).toMatchObject({
      body: `${body}\n\n*1.* PAC - 7 dias\n*2.* Sedex`,
      choices: null,
    })
  })

  it('asks by buttons where the company wants them, and understands the tap', async () => {
    expect((await call('put', '/settings/chatBotType', { value: 'button' })).status).toBe(200)
    phone = await openPhone(BIA, 'Bia Ramos')
    await write('oi')
    const question = shown('Olá, Bia! Como podemos ajudar?')
    await question.waitFor()
    expect(await question.textContent()).not.toContain('1️⃣')
    expect(await findFaults(phone)).toEqual([])
    await question.getByRole('button', { name: 'Vendas' }).click()
    expect((await findQueued(BIA)).queue?.name).toBe('Vendas')
    await showWaiting(desk.url, ana)
    await findRow(ana, 'Bia Ramos').waitFor()
    await accept(ana, 'Bia Ramos')
    const bubble = findBubbles(ana, 'Olá, Bia! Como podemos ajudar?')
    const choices = bubble.getByRole('list', { name: 'Opções para o cliente' })
    await choices.getByRole('listitem').filter({ hasText: 'Vendas' }).waitFor()
    await findBubbles(ana, 'Vendas').last().waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await ana.page.setViewportSize(viewport)
      expect(await findFaults(ana.page)).toEqual([])
    }
  })

  it('asks by a list, which opens on the phone', async () => {
    expect((await call('put', '/settings/chatBotType', { value: 'list' })).status).toBe(200)
    phone = await openPhone(CAIO, 'Caio Dias')
    await write('oi')
    const question = shown('Olá, Caio! Como podemos ajudar?')
    await question.getByText('Ver opções').click()
    expect(await findFaults(phone)).toEqual([])
    await question.getByRole('button', { name: 'Vendas' }).click()
    expect((await findQueued(CAIO)).queue?.name).toBe('Vendas')
    expect(ana.faults).toEqual([])
  })

  it('asks for a rating by a template once the window is closed, and counts the tapped button', async () => {
    const admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
    await admin.page.goto(`${desk.url}/connections`)
    await admin.page.getByRole('button', { name: 'Modelos: Oficial' }).click()
    const fallbacks = admin.page.getByRole('region', { name: 'Fora das 24 horas' })
    const edit = fallbacks.getByRole('button', { name: 'Escolher o modelo: Mensagem de avaliação' })
    await edit.waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await admin.page.setViewportSize(viewport)
      expect(await findFaults(admin.page)).toEqual([])
    }
    await edit.press('Enter')
    const dialog = admin.page.getByRole('dialog', { name: 'Mensagem de avaliação' })
    await dialog.getByRole('combobox', { name: 'Modelo' }).fill('avaliacao')
    await admin.page.getByRole('option', { name: /avaliacao_do_atendimento/ }).click()
    await dialog.getByText('Olá, {{firstName}}! O seu atendimento').waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await admin.page.setViewportSize(viewport)
      expect(await findFaults(admin.page)).toEqual([])
    }
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await fallbacks.getByText('avaliacao_do_atendimento (pt_BR)').waitFor()
    expect(admin.faults).toEqual([])

    expect((await call('put', '/settings/userRating', { value: 'enabled' })).status).toBe(200)
    phone = await openPhone(RITA, 'Rita Lopes')
    await phone.getByRole('button', { name: 'Passar 24 horas' }).click()
    await findRow(ana, 'Rita Lopes').click()
    await findBubbles(ana, 'Acompanhe aqui').waitFor()
    await ana.page.getByRole('button', { name: 'Resolver' }).click()
    const arrived = shown('Olá, Rita! O seu atendimento na Loja Aurora terminou.')
    await arrived.waitFor()
    const left = await until(async () => {
      const message = (await readMessages(connection)).at(-1)
      return message?.mediaType === 'template' ? message : undefined
    }, 'the template in the ticket')
    expect(left.body).toContain('Como você o avalia?')
    await arrived.getByRole('button', { name: 'Muito satisfeito' }).click()
    await shown('Obrigado pela sua avaliação!').waitFor()
    expect(ana.faults).toEqual([])
  })
})
