import { signedIn, WIDE, type Agent } from '../browser'
import { story } from '../browser-desk'
import { composerOf, logIn } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** Two who have one ticket open: what each sees of the other, and what stays of a draft when the ticket is given away. */
export function tellSameTicket(getDesk: () => ConversationDesk): void {
  story('two in one ticket', () => {
    let ana: Agent
    let marina: Agent

    beforeAll(async () => {
      const desk = getDesk()
      ana = desk.ana
      marina = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
      await ana.page.goto(`${desk.url}/tickets/${desk.ticket.uuid}`)
      await composerOf(ana).waitFor()
      await marina.page.goto(`${desk.url}/tickets/${desk.ticket.uuid}`)
      await composerOf(marina).waitFor()
    })
    afterAll(() => marina.context.close())

    it('see each other, and who types', async () => {
      await ana.page.getByText(/^Marina.* está vendo$/).waitFor()
      await marina.page.getByText(/^Ana.* está vendo$/).waitFor()
      await composerOf(marina).pressSequentially('Eu respondo')
      await ana.page.getByText(/^Marina.* está digitando…$/).waitFor()
      await composerOf(marina).fill('')
    })

    it('the one who loses it is told by whom, and keeps what was written', async () => {
      const { url, ticket } = getDesk()
      const { page, context } = ana
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await composerOf(ana).fill('Já vejo isso')
      const { call } = await logIn(url, 'super@demo.local')
      const { user: bruno } = await logIn(url, 'bruno@demo.local')
      await call('put', `/tickets/${ticket.id}`, { userId: bruno.id })
      await page.getByText(/transferiu este atendimento/).waitFor()
      await page.getByRole('button', { name: 'Copiar rascunho' }).click()
      await page.getByText('Rascunho copiado.').first().waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Já vejo isso')
      await call('put', `/tickets/${ticket.id}`, { userId: ticket.userId })
      expect([...ana.faults, ...marina.faults]).toEqual([])
    })
  })
}
