import type { ConnectionView, SimulatorOutboundItem, TicketView } from '@balcao/contracts'
import type { FakeAssistants } from '@balcao/testkit'
import type { Locator } from 'playwright-core'

import type { Agent } from '../browser'
import { createApiCall, until } from '../company'
import { findConnection, showConnections } from '../connection-screens'
import { logIn } from '../ticket-screens'

export interface NumberStage {
  url: string
  admin: Agent
  /** The service behind the prompt "Atendente". */
  model: FakeAssistants
}

const NAME = 'Balcão 2'

const typed: [tab: string, label: string, value: string][] = [
  ['Mensagens', 'Mensagem de saudação', 'Olá! Com quem quer falar?'],
  ['Mensagens', 'Mensagem de conclusão', 'Até logo!'],
  ['Mensagens', 'Mensagem fora de expediente', 'Estamos fechados.'],
  ['Mensagens', 'Mensagem de avaliação', 'Que nota você dá?'],
  ['Bot & filas', 'Transferir após (minutos)', '15'],
  ['Bot & filas', 'Limite de envios do bot', '4'],
  ['Bot & filas', 'Intervalo entre envios do bot (minutos)', '2'],
  ['Encerramento', 'Encerrar conversas inativas após (minutos)', '60'],
  ['Encerramento', 'Mensagem ao encerrar por inatividade', 'Encerramos por falta de resposta.'],
]

const chosen: [label: string, options: string[]][] = [
  ['Filas', ['Vendas', 'Suporte']],
  ['Prompt', ['Atendente']],
  ['Fila de transferência', ['Suporte']],
]

/**
 * An administrator gives a new number every field of the dialog and finds them there again; it becomes the default one, its prompt
 * answers a customer, then its menu; deleted, it leaves its tickets and the default to the other number.
 */
export function tellNumber(stage: () => NumberStage): void {
  const findChoice = (dialog: Locator, label: string) =>
    dialog.getByRole('combobox', { name: new RegExp(`^${label}\\b`) })
  const openTab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name, exact: true }).click()

  async function choose(dialog: Locator, label: string, options: readonly string[]): Promise<void> {
    const { page } = stage().admin
    await findChoice(dialog, label).click()
    for (const name of options) await page.getByRole('option', { name, exact: true }).click()
    // Only a choice of several stays open.
    if (options.length > 1) await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }

  const save = async (dialog: Locator, button: string) => {
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  async function edit(): Promise<Locator> {
    const { page } = stage().admin
    await page.getByRole('button', { name: `Editar: ${NAME}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar WhatsApp' })
    await dialog.getByLabel(/^Nome/).waitFor()
    return dialog
  }

  const readNumber = async (): Promise<ConnectionView> => {
    const { call } = await logIn(stage().url, 'super@demo.local')
    const { body } = await call<ConnectionView[]>('get', '/whatsapp')
    return body.find(({ name }) => name === NAME)!
  }

  const findDefault = (name: string) =>
    findConnection(stage().admin, name).getByRole('img', { name: 'Padrão' })

  /* What the customer's phone shows of the number. */
  async function hears(number: string, text: string): Promise<void> {
    const { id } = await readNumber()
    await until(async () => {
      const path = `/simulator/outbound?connection=${id}`
      const { body } = await createApiCall(stage().url)<{ items: SimulatorOutboundItem[] }>('get', path)
      return body.items.find((item) => item.number === number && item.body.includes(text))
    }, `${number} to hear “${text}”`)
  }

  async function says(number: string, name: string): Promise<void> {
    const { id } = await readNumber()
    const messages = [{ connection: id, number, name, body: 'Oi' }]
    const answer = await createApiCall(stage().url)('post', '/simulator/inbound', { messages })
    expect(answer.status).toBeLessThan(300)
  }

  describe('a number', () => {
    it('gets every field of its dialog, and is the default one', async () => {
      const { url, admin } = stage()
      await showConnections(url, admin)
      await admin.page.getByRole('button', { name: 'Adicionar WhatsApp' }).click()
      const dialog = admin.page.getByRole('dialog', { name: 'Adicionar WhatsApp' })
      await dialog.getByLabel(/^Nome/).fill(NAME)
      await choose(dialog, 'Tipo', ['Telefone simulado'])
      await dialog.getByRole('switch', { name: 'Padrão' }).click()
      await dialog.getByRole('button', { name: 'Gerar' }).click()
      for (const [tab, label, value] of typed) {
        await openTab(dialog, tab)
        await dialog.getByLabel(label, { exact: true }).fill(value)
      }
      await openTab(dialog, 'Bot & filas')
      for (const [label, options] of chosen) await choose(dialog, label, options)
      await save(dialog, 'Adicionar')
      const { id } = await readNumber()
      await until(async () => {
        const { status } = await createApiCall(url)('post', `/simulator/connections/${id}/scan`, {})
        return status === 200 || undefined
      }, 'a code to scan')
      // The QR dialog, which hides the page, closes when the phone is linked.
      await findConnection(admin, NAME).getByText('Conectado').waitFor()
      await admin.page.getByRole('dialog').waitFor({ state: 'detached' })
      await findDefault(NAME).waitFor()
      await findDefault('WhatsApp Loja').waitFor({ state: 'detached' })
    })

    it('has all of them when it is opened again', async () => {
      const dialog = await edit()
      expect(await dialog.getByLabel(/^Nome/).inputValue()).toBe(NAME)
      expect(await dialog.getByLabel('Token da API').inputValue()).toMatch(/^•+[0-9a-f]{4}$/)
      for (const [tab, label, value] of typed) {
        await openTab(dialog, tab)
        expect([label, await dialog.getByLabel(label, { exact: true }).inputValue()]).toEqual([label, value])
      }
      await openTab(dialog, 'Bot & filas')
      for (const [label, options] of chosen)
        for (const name of options) await findChoice(dialog, label).getByText(name, { exact: true }).waitFor()
    })

    it('stays the default one until another is', async () => {
      const { page } = stage().admin
      const dialog = page.getByRole('dialog', { name: 'Editar WhatsApp' })
      await openTab(dialog, 'Geral')
      await dialog.getByRole('switch', { name: 'Padrão' }).click()
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByText('Deve haver pelo menos um WhatsApp padrão.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    })

    it('answers with its prompt; without one, with its greeting and the menu of its queues', async () => {
      stage().model.say('Aqui é a Balcona. Em que posso ajudar?')
      await says('5511966660001', 'Joana Reis')
      await hears('5511966660001', 'Aqui é a Balcona.')
      const dialog = await edit()
      await openTab(dialog, 'Bot & filas')
      await choose(dialog, 'Prompt', ['Nenhum'])
      await save(dialog, 'Salvar')
      await says('5511966660002', 'Otávio Luz')
      await hears('5511966660002', 'Olá! Com quem quer falar?')
      await hears('5511966660002', '[ 2 ] - Suporte')
    })

    it('leaves its tickets when it is deleted, and another one is the default', async () => {
      const { url, admin } = stage()
      await admin.page.getByRole('button', { name: `Excluir: ${NAME}` }).click()
      await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
      await findConnection(admin, NAME).waitFor({ state: 'detached' })
      await findDefault('WhatsApp Loja').waitFor()
      const { call } = await logIn(url, 'super@demo.local')
      const { body } = await call<{ tickets: TicketView[] }>('get', '/tickets?showAll=true&searchParam=Joana')
      expect(body.tickets.map(({ contact, whatsapp }) => [contact.name, whatsapp?.name])).toEqual([
        ['Joana Reis', NAME],
      ])
    })
  })
}
