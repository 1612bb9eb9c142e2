import type { QueueView } from '@balcao/contracts'

import { findFaults } from '../axe'
import { signedIn, WIDE, type Agent } from '../browser'
import { story } from '../browser-desk'
import { until } from '../company'
import { findRow, logIn, pendingInSales } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

const FIRST = { number: '5511944440051', name: 'Zulmira Primeira' }
const SECOND = { number: '5511944440052', name: 'Yara Segunda' }
const WITH_BOT = { number: '5511944440053', name: 'Xavier Terceiro' }

/** Who waits: in which order, with which words, with or without the bot, and several accepted at once. */
export function tellWaitingList(getDesk: () => ConversationDesk): void {
  story('the list of waiting tickets', () => {
    let admin: Agent
    const choose = async (name: string) => {
      await admin.page.getByRole('button', { name: /Ordem e filtro/ }).click()
      await admin.page.getByRole('menuitemradio', { name, exact: true }).click()
      await admin.page.keyboard.press('Escape')
      await admin.page.getByRole('menu').waitFor({ state: 'detached' })
    }
    /* Of these three, from the top. */
    const shows = (names: readonly string[], what: string) =>
      until(async () => {
        const texts = await admin.page.getByRole('listitem').allInnerTexts()
        const shown = texts.flatMap((text) =>
          [FIRST, SECOND, WITH_BOT].filter(({ name }) => text.includes(name)).map(({ name }) => name),
        )
        return shown.join() === names.join() ? (true as const) : undefined
      }, what)

    beforeAll(async () => {
      const { says, url, browser, connection } = getDesk()
      await says('Quero um orçamento', FIRST)
      await pendingInSales(url, FIRST.number)
      await says('Chegou quebrado', SECOND)
      await pendingInSales(url, SECOND.number)
      // Of several queues the bot asks for one.
      const { call } = await logIn(url, 'super@demo.local')
      const { body: queues } = await call<QueueView[]>('get', '/queue')
      const { status } = await call('put', `/whatsapp/${connection.id}`, {
        queueIds: queues.map(({ id }) => id),
        greetingMessage: 'Olá! Escolha uma opção:',
      })
      expect([status, queues.length > 1]).toEqual([200, true])
      await says('Preciso de ajuda', WITH_BOT)
      admin = await signedIn(browser, url, 'admin@demo.local', WIDE)
      await admin.page.goto(`${url}/tickets`)
      await admin.page.getByRole('tab', { name: /Aguardando/ }).click()
      await findRow(admin, WITH_BOT.name).waitFor()
    })
    afterAll(() => admin.context.close())

    it('says what each customer said last, not the bot, and since when', async () => {
      const row = findRow(admin, WITH_BOT.name)
      await row.getByText('Preciso de ajuda', { exact: true }).waitFor()
      await row.getByText(/aguardando (agora|há \d+ min), última: Preciso de ajuda/).waitFor()
      // The bot has answered.
      const { listSent } = getDesk()
      await until(
        async () => ((await listSent(WITH_BOT.number)).length > 0 ? true : undefined),
        'the bot’s menu at the phone',
      )
      await choose('Com o bot')
      await shows([WITH_BOT.name], 'who is with the bot')
      await row.getByText('Preciso de ajuda', { exact: true }).waitFor()
    })

    it('has those without the bot, whoever waits longest first, after a reload too', async () => {
      await choose('Sem o bot')
      await choose('Maior espera')
      await shows([FIRST.name, SECOND.name], 'the longest wait first')
      await getDesk().says('Vocês estão aí?', SECOND)
      await findRow(admin, SECOND.name).getByText('Vocês estão aí?', { exact: true }).waitFor()
      await shows([FIRST.name, SECOND.name], 'the same order')
      await admin.page.reload()
      await admin.page.getByRole('tab', { name: /Aguardando/ }).click()
      // The order is kept, the filter is not.
      await shows([FIRST.name, SECOND.name, WITH_BOT.name], 'the order that was chosen')
      expect(await findFaults(admin.page)).toEqual([])
    })

    it('lets several be accepted at once', async () => {
      const { page } = admin
      await page.getByRole('button', { name: 'Selecionar', exact: true }).click()
      for (const { name } of [FIRST, SECOND])
        await page.getByRole('checkbox', { name: `Selecionar ${name}` }).check()
      await page.getByText('2 selecionados').waitFor()
      await page.getByRole('button', { name: 'Aceitar', exact: true }).click()
      await page.getByText('2 atendimentos aceitos.').waitFor()
      await shows([WITH_BOT.name], 'who was not accepted')
      await page.getByRole('tab', { name: /Atendendo/ }).click()
      for (const { name } of [FIRST, SECOND]) await findRow(admin, name).waitFor()
      expect(admin.faults).toEqual([])
    })
  })
}
