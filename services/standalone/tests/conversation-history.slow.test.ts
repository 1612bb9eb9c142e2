import type { MessagesPage } from '@balcao/contracts'

import { findFaults } from './support/axe'
import { typeDate, type Agent } from './support/browser'
import { story } from './support/browser-desk'
import { until } from './support/company'
import { LUCIA, startConversationDesk, type ConversationDesk } from './support/stories/conversation-desk'
import { tellGroup } from './support/stories/group.story'
import { tellListCounts } from './support/stories/list-counts.story'
import { tellSameTicket } from './support/stories/same-ticket.story'
import { tellWaitingList } from './support/stories/waiting-list.story'
import {
  accept,
  composerOf,
  findBubbles,
  findRow,
  isInView,
  logIn,
  pendingInSales,
  showWaiting,
} from './support/ticket-screens'

/* What is far back in a conversation, and what the lists beside it say. */

const getDesk = startConversationDesk('conversation-history')
let url: string
let ana: Agent
let says: ConversationDesk['says']

beforeAll(() => {
  ;({ url, ana, says } = getDesk())
})

story('a long conversation', () => {
  const LONG = { number: '5511944440033', name: 'Noêmia Longo' }
  const MESSAGES = 90
  const listInView = () =>
    ana.page.locator('.viewport__scroll').evaluate((view) => {
      const { top, bottom } = view.getBoundingClientRect()
      const seen = [...view.querySelectorAll('article')].filter((bubble) => {
        const box = bubble.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      })
      return seen.map((bubble) => bubble.textContent ?? '')
    })

  beforeAll(async () => {
    const { network, connection } = getDesk()
    const messages = Array.from({ length: MESSAGES }, (_, index) => ({
      connection: connection.id,
      ...LONG,
      id: `long-${index}`,
      body: `Item ${index + 1} da lista`,
    }))
    await network('post', '/simulator/inbound', { messages })
    const { id } = await pendingInSales(url, LONG.number)
    const { call } = await logIn(url, 'super@demo.local')
    await until(async () => {
      const { body } = await call<MessagesPage>('get', `/messages/${id}?markAsRead=true`)
      return body.count === MESSAGES ? true : undefined
    }, 'all messages')
    await showWaiting(url, ana)
    await accept(ana, LONG.name)
    await findBubbles(ana, `Item ${MESSAGES} da lista`).waitFor()
  })

  /* As a scroll bar that is dragged to its end, and as the key. */
  it.each([
    ['the scroll bar', () => ana.page.locator('.viewport__scroll').evaluate((view) => (view.scrollTop = 0))],
    ['a key', () => ana.page.locator('.viewport__scroll').press('Home')],
  ])('is read to its beginning with %s, and is never blank', async (_name, goToTop) => {
    await ana.page.reload()
    await findBubbles(ana, `Item ${MESSAGES} da lista`).waitFor()
    await until(async () => {
      await goToTop()
      const inView = await until(async () => {
        const found = await listInView()
        return found.length > 5 ? found : undefined
      }, 'messages in view')
      return inView[0]?.includes('Item 1 da lista') ? true : undefined
    }, 'the first message at the top')
  })

  it('is searched whole with Ctrl+F: each message found is loaded, shown and marked; Escape goes back to the composer', async () => {
    const { page } = ana
    const { keyboard } = page
    await page.reload()
    await findBubbles(ana, `Item ${MESSAGES} da lista`).waitFor()
    await composerOf(ana).focus()
    await keyboard.press('Control+f')
    const bar = page.getByRole('search', { name: 'Buscar na conversa' })
    await page.locator('#find-in-conversation:focus').waitFor()
    await keyboard.type('LÍSTA 5')
    const shows = async (place: string, text: string) => {
      await bar.getByText(place, { exact: true }).waitFor()
      const bubble = page.locator('.bubble--current').filter({ hasText: text })
      await bubble.waitFor()
      await until(async () => (await isInView(ana, bubble)) || undefined, `"${text}" in view`)
      return bubble
    }
    const newest = await shows('1 de 11', 'Item 59 da lista')
    expect(await newest.locator('mark').allInnerTexts()).toEqual(['59', 'lista'])
    await keyboard.press('Enter')
    await shows('2 de 11', 'Item 58 da lista')
    await keyboard.press('ArrowDown')
    await keyboard.press('Shift+Enter')
    await shows('11 de 11', 'Item 5 da lista')
    expect(await page.locator('#find-in-conversation:focus').count()).toBe(1)
    await keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.locator('#message:focus').waitFor()
    expect(ana.faults).toEqual([])
  })
})

story('a search', () => {
  it('shows the message, opens it far back in its conversation, and marks the word', async () => {
    const { page } = ana
    await says('A nota fiscal é 8812, não a anterior')
    for (let line = 1; line <= 45; line += 1) await says(`Depois ${line}`)
    await page.goto(`${url}/tickets`)
    await page.getByRole('tab', { name: 'Busca' }).click()
    await page.getByRole('searchbox').fill('NAO fiscal')
    const row = page.getByRole('link', { name: /Lúcia Prado.*mensagem: A nota fiscal/ })
    await row.waitFor()
    expect(await findRow(ana, LUCIA.name).locator('mark').allTextContents()).toEqual(['fiscal', 'não'])
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Filtros' }).click()
    expect(await findFaults(page)).toEqual([])
    // A day on which nothing was made: both narrow together.
    await typeDate(page, 'Criados em', '01012020')
    await page.getByText('Nada aqui!').waitFor()
    await typeDate(page, 'Criados em', '')
    await row.waitFor()
    await row.click()
    const bubble = findBubbles(ana, 'A nota fiscal é 8812')
    await bubble.locator('mark').first().waitFor()
    await until(async () => (await isInView(ana, bubble)) || undefined, 'the message in view')
    expect(await bubble.locator('mark').allInnerTexts()).toEqual(['fiscal', 'não'])
  })
})

tellListCounts(getDesk)
tellGroup(getDesk)
tellWaitingList(getDesk)
tellSameTicket(getDesk)
