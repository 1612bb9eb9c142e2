import type { LoginAnswer, QueueView, TicketView } from '@balcao/contracts'
import type { Locator, Page } from 'playwright-core'

import { PASSWORD, type Agent } from './browser'
import { createApiCall, until, type Call } from './company'

/** A user of the demo company, through the API. */
export async function logIn(url: string, email: string): Promise<{ call: Call; user: LoginAnswer['user'] }> {
  const { body } = await createApiCall(url)<LoginAnswer>('post', '/auth/login', { email, password: PASSWORD })
  return { call: createApiCall(url, body.token), user: body.user }
}

/** The ticket of a number that wrote, transferred to a queue of both demo agents. */
export async function pendingInSales(url: string, number: string): Promise<TicketView> {
  const { call } = await logIn(url, 'super@demo.local')
  const ticket = await until(async () => {
    const { body } = await call<{ tickets: TicketView[] }>(
      'get',
      `/tickets?showAll=true&searchParam=${number}`,
    )
    return body.tickets[0]
  }, `the ticket of ${number}`)
  const { body: queues } = await call<QueueView[]>('get', '/queue')
  const sales = queues.find((queue) => queue.name === 'Vendas')
  await call('put', `/tickets/${ticket.id}`, { queueId: sales?.id, status: 'pending', userId: null })
  return ticket
}

export async function showWaiting(url: string, { page }: Agent): Promise<void> {
  await page.goto(`${url}/tickets`)
  await page.getByRole('tab', { name: /Aguardando/ }).click()
}

export const findRow = ({ page }: Agent, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name })

export const accept = (agent: Agent, name: string): Promise<void> =>
  findRow(agent, name)
    .getByRole('button', { name: /Aceitar/ })
    .click()

/** All bubbles of a conversation with this text. */
export const findBubbles = ({ page }: Agent, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text })

/** Whether a bubble is whole in the part of the conversation that is seen. */
export async function isInView({ page }: Agent, bubble: Locator): Promise<boolean> {
  const box = await bubble.boundingBox()
  const view = await page.locator('.viewport__scroll').boundingBox()
  return box !== null && view !== null && box.y >= view.y && box.y + box.height <= view.y + view.height
}

export const composerOf = ({ page }: Agent): Locator =>
  page.getByRole('textbox', { name: 'Digite uma mensagem' })

/** Types into the composer and sends. Resolves with the bubble. */
export async function answer(agent: Agent, text: string): Promise<Locator> {
  const composer = agent.page.getByRole('textbox', { name: /mensagem/i })
  await composer.fill(text)
  await composer.press('Enter')
  const bubble = findBubbles(agent, text)
  await bubble.waitFor()
  return bubble
}

/** Both click "accept"; the slower one's request is held until the faster one is answered. */
async function raceFor(
  ticket: TicketView,
  name: string,
  agents: { faster: Agent; slower: Agent },
): Promise<void> {
  const { faster, slower } = agents
  await findRow(faster, name).waitFor()
  await findRow(slower, name).waitFor()
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await slower.page.route(`**/tickets/${ticket.id}`, async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await accept(slower, name)
  await accept(faster, name)
  await faster.page.getByRole('textbox', { name: /mensagem/i }).waitFor()
  letGo()
}

/** The name that the slower agent's page shows. */
const toldWhoWasFaster = ({ page }: Agent, name: RegExp): Promise<void> =>
  page
    .getByText(name)
    .filter({ hasText: /atendimento/i })
    .first()
    .waitFor()

/** A customer writes, both agents click "accept", and the slower one's page shows who was faster. */
export async function acceptBoth(
  url: string,
  customer: { name: string; number: string; writes(): Promise<unknown> },
  agents: { faster: Agent; fasterName: RegExp; slower: Agent },
): Promise<void> {
  await showWaiting(url, agents.faster)
  await showWaiting(url, agents.slower)
  await customer.writes()
  const ticket = await pendingInSales(url, customer.number)
  await raceFor(ticket, customer.name, agents)
  await toldWhoWasFaster(agents.slower, agents.fasterName)
}

/** What is sent besides text has a button each; on phones one button has them as a menu. */
export async function chooseAttach(page: Page, name: string): Promise<void> {
  await page.locator('.composer__box').waitFor()
  const more = page.getByRole('button', { name: 'Adicionar', exact: true })
  if (await more.isVisible()) {
    await more.click()
    await page.getByRole('menuitem', { name }).click()
  } else await page.getByRole('button', { name }).click()
}
