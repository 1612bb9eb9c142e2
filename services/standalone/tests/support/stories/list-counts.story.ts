import { findFaults } from '../axe'
import { signedIn, WIDE, type Agent } from '../browser'
import { story } from '../browser-desk'
import { findBubbles, findRow, logIn, pendingInSales } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

const QUIET = { number: '5511944440031', name: 'Wanda Quieta' }

/** What an administrator sees and does in the lists: counts, unread ones, a peek, a conflict, a deletion. */
export function tellListCounts(getDesk: () => ConversationDesk): void {
  story('the lists of an administrator', () => {
    let admin: Agent
    const waitingTab = () => admin.page.getByRole('tab', { name: /Aguardando/ })
    const countWaiting = async () => Number((await waitingTab().innerText()).replace(/\D/g, ''))

    beforeAll(async () => {
      const { url, browser } = getDesk()
      admin = await signedIn(browser, url, 'admin@demo.local', WIDE)
    })
    afterAll(() => admin.context.close())

    it('count a waiting ticket as it comes', async () => {
      const { says, url } = getDesk()
      await waitingTab().locator('.count-pill').waitFor()
      const before = await countWaiting()
      await says('Tem alguém?', QUIET)
      await pendingInSales(url, QUIET.number)
      await waitingTab().click()
      await findRow(admin, QUIET.name).waitFor()
      expect(await countWaiting()).toBe(before + 1)
    })

    it('show its messages in a peek, which reads none of them', async () => {
      const { url } = getDesk()
      await findRow(admin, QUIET.name).hover()
      await findRow(admin, QUIET.name)
        .getByRole('button', { name: /Espiar/ })
        .click()
      const dialog = admin.page.getByRole('dialog')
      await dialog.getByRole('article').filter({ hasText: 'Tem alguém?' }).waitFor()
      expect(await dialog.getByRole('textbox').count()).toBe(0)
      expect(await findFaults(admin.page)).toEqual([])
      await dialog.getByRole('button', { name: 'Fechar' }).click()
      const ticket = await pendingInSales(url, QUIET.number)
      expect(ticket.unreadMessages).toBe(1)
    })

    it('narrow to unread tickets', async () => {
      const { page } = admin
      await page.getByRole('tab', { name: 'Busca' }).click()
      await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByRole('switch', { name: 'Só não lidas' }).check()
      await findRow(admin, QUIET.name).waitFor()
      await findRow(admin, 'Lúcia Prado').waitFor({ state: 'detached' })
      await page.getByRole('switch', { name: 'Só não lidas' }).uncheck()
      await findRow(admin, 'Lúcia Prado').waitFor()
    })

    it('name the agent who has the contact of a new ticket', async () => {
      const { page } = admin
      await page.getByRole('button', { name: 'Novo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Criar Ticket' })
      await dialog.getByRole('combobox', { name: 'Contato' }).fill('Lúcia')
      await page.getByRole('option', { name: /Lúcia Prado/ }).click()
      await dialog.getByRole('button', { name: 'Criar' }).click()
      await dialog
        .getByRole('alert')
        .getByText('Este contato já está em atendimento com Ana na fila Vendas')
        .waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
    })

    it('lose a ticket that is deleted, with its messages', async () => {
      const { url } = getDesk()
      const { page } = admin
      const ticket = await pendingInSales(url, QUIET.number)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      await findBubbles(admin, 'Tem alguém?').waitFor()
      await page.locator('.ticket-header').getByRole('button', { name: 'Mais opções' }).click()
      await page.getByRole('menuitem', { name: 'Deletar' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText('Todas as mensagens relacionadas ao ticket serão perdidas').waitFor()
      await dialog.getByRole('button').last().click()
      await page.waitForURL(/\/tickets$/)
      const { call } = await logIn(url, 'super@demo.local')
      expect((await call('get', `/tickets/${ticket.id}`)).status).toBe(404)
      expect(admin.faults).toEqual([])
    })
  })
}
