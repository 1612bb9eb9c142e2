import type { Locator, Page } from 'playwright-core'

import type { TrendsView } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, typeDate, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'

/* The charts of the dashboard and of a campaign's report, as drawn: sizes, keys, tooltips, tables, empty periods. */

let desk: BrowserDesk

startBrowserDesk(
  'charts',
  async (started) => {
    desk = started
  },
  { demo: 'full' },
)

const users = (page: Page) => page.getByRole('region', { name: 'Total de Conversas por Usuários' })
const days = (page: Page) => page.getByRole('region', { name: /^Total \(/ })
const rows = (chart: Locator) => chart.getByRole('table').locator('tbody tr')
const bars = (chart: Locator) => chart.locator('.recharts-bar-rectangle path')

const readRows = (chart: Locator) =>
  rows(chart).evaluateAll((found) =>
    (found as { cells: Iterable<{ textContent: string }> }[]).map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    ),
  )

async function filterDates(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('Tipo de Filtro').click()
  await page.getByRole('option', { name: 'Data', exact: true }).click()
  await typeDate(page, 'Data inicial', from)
  await typeDate(page, 'Data final', to)
  await page.getByRole('button', { name: 'Filtrar' }).click()
}

async function filterDays(page: Page, count: number): Promise<void> {
  await page.getByLabel('Tipo de Filtro').click()
  await page.getByRole('option', { name: 'Período' }).click()
  await page.getByRole('combobox', { name: 'Período' }).click()
  await page.getByRole('option', { name: `Últimos ${count} dias` }).click()
  await page.getByRole('button', { name: 'Filtrar' }).click()
}

story.each([
  ['a desk of 1440 px', WIDE],
  ['a phone of 390 px', PHONE],
] as const)('the charts on %s', (_name, viewport) => {
  let marina: Agent
  let page: Page

  beforeAll(async () => {
    marina = await signedIn(desk.browser, desk.url, 'admin@demo.local', viewport)
    page = marina.page
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(async () => {
    expect(marina.faults).toEqual([])
    await marina.context.close()
  })

  it('fetch what draws them only when they come into view', async () => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const plots = () => fetched.filter((url) => /\/assets\/plots-/.test(url))
    await page.goto(`${desk.url}/`)
    await rows(days(page)).first().waitFor({ state: 'attached' })
    if (viewport === PHONE) expect(plots()).toEqual([])
    await days(page).scrollIntoViewIfNeeded()
    await bars(days(page)).first().waitFor()
    expect(plots()).toHaveLength(1)
  })

  it('draw a bar for each day of ninety that has one, with few labels that do not meet, and no room below', async () => {
    await filterDays(page, 90)
    await rows(days(page)).nth(89).waitFor({ state: 'attached' })
    const values = await readRows(days(page))
    expect(values).toHaveLength(90)
    await days(page).scrollIntoViewIfNeeded()
    const drawn = values.filter(([, count]) => count !== '0').length
    await bars(days(page))
      .nth(drawn - 1)
      .waitFor()
    expect(await bars(days(page)).count()).toBe(drawn)
    const boxes = await Promise.all(
      (await days(page).locator('.recharts-xAxis-tick-labels text').all()).map((one) => one.boundingBox()),
    )
    expect(boxes.length).toBeGreaterThan(2)
    expect(boxes.length).toBeLessThan(20)
    boxes.forEach((box, index) => {
      if (index > 0) expect(box!.x).toBeGreaterThan(boxes[index - 1]!.x + boxes[index - 1]!.width)
    })
    const below = await page.evaluate<number>(
      `(() => {
        const scrolled = document.querySelector('.page')
        scrolled.scrollTop = scrolled.scrollHeight
        return scrolled.getBoundingClientRect().bottom - document.querySelector('.dashboard').getBoundingClientRect().bottom
      })()`,
    )
    // The page's own padding.
    expect(below).toBeLessThanOrEqual(25)
  })

  it('fill their box', async () => {
    const box = (await days(page).locator('.chart__box').boundingBox())!
    const plot = (await days(page).locator('svg.recharts-surface').boundingBox())!
    expect(plot.width).toBeCloseTo(box.width, 0)
    expect(plot.height).toBeCloseTo(box.height, 0)
    const first = (await bars(days(page)).first().boundingBox())!
    expect(first.x).toBeGreaterThan(plot.x)
  })

  it('say a bar’s name and number to who moves with the arrow keys', async () => {
    const tooltip = users(page)
      .getByRole('status')
      .filter({ hasText: /conversas? finalizadas?/ })
    // A chart that is read again meanwhile begins anew.
    await waitFor(async () => {
      await users(page).getByRole('application').focus()
      await page.keyboard.press('ArrowRight')
      const words = await tooltip.innerText()
      const counts = await readRows(users(page))
      return counts.some(
        ([name = '', count = '']) => words.includes(name) && words.includes(`${count} conversa`),
      )
    })
  })

  it('compare with as many days before', async () => {
    await filterDays(page, 15)
    const finished = page.locator('.stats__card', { hasText: 'Finalizados' })
    await finished.getByText(/^Antes: [\d.]+ \([+-]?[\d.]+%\)$/).waitFor()
    expect(await page.locator('.stats__card', { hasText: 'Aguardando' }).getByText('Antes').count()).toBe(0)
  })

  it('show how fast answers came, what was left, when customers arrive and what queues finished', async () => {
    for (const name of [
      'Tempo até a primeira resposta',
      'Em aberto no fim do dia',
      'Quando os clientes chegam',
      'Finalizadas por fila',
    ]) {
      const chart = page.getByRole('region', { name })
      await chart.scrollIntoViewIfNeeded()
      if (name !== 'Quando os clientes chegam') await bars(chart).first().waitFor()
      expect((await readRows(chart)).length).toBeGreaterThan(1)
    }
    const arrivals = page.getByRole('region', { name: 'Quando os clientes chegam' })
    const counts = await readRows(arrivals)
    const most = Math.max(...counts.map(([, count]) => Number(count)))
    const busiest = counts.find(([, count]) => Number(count) === most)![0]!
    await arrivals.getByText(`Maior movimento: ${busiest} (${most} conversas iniciadas)`).waitFor()
    expect(await arrivals.locator('.arrivals__cell').count()).toBe(7 * 24)
    const cell = (await arrivals.locator('.arrivals__cell').first().boundingBox())!
    expect(cell.width).toBeGreaterThan(8)
    const queues = await readRows(page.getByRole('region', { name: 'Finalizadas por fila' }))
    expect(queues[0]![2]).toMatch(/^espera \d.* · conversa \d/)
  })

  it('draw a bar for each day with a first answer, one within the minute too', async () => {
    const answers = page.getByRole('region', { name: 'Tempo até a primeira resposta' })
    // Whether the demo has a day answered within the minute depends on the hour at which it was made.
    await page.route('**/dashboard/trends?*', async (route) => {
      const answer = await route.fetch()
      const trends = (await answer.json()) as TrendsView
      const last = trends.times.findLast(({ firstAnswer }) => firstAnswer !== null)
      if (last) last.firstAnswer = 0
      await route.fulfill({ response: answer, json: trends })
    })
    try {
      await filterDays(page, 30)
      await answers.getByRole('cell', { name: '0m', exact: true }).first().waitFor({ state: 'attached' })
      const measured = (await readRows(answers)).filter(([, median]) => median !== '–')
      expect(measured.length).toBeGreaterThan(1)
      await answers.scrollIntoViewIfNeeded()
      await bars(answers)
        .nth(measured.length - 1)
        .waitFor()
      expect(await bars(answers).count()).toBe(measured.length)
    } finally {
      await page.unroute('**/dashboard/trends?*')
    }
  })

  it('show the same as a table, by choice', async () => {
    await days(page).getByRole('button', { name: 'Ver como tabela' }).click()
    await rows(days(page)).first().waitFor()
    expect((await rows(days(page)).first().boundingBox())!.height).toBeGreaterThan(10)
    expect((await readRows(days(page)))[0]![0]).toMatch(/-feira|sábado|domingo/)
    await days(page).getByRole('button', { name: 'Ver como gráfico' }).click()
    await bars(days(page)).first().waitFor()
  })

  it('have an hour each on one day', async () => {
    await filterDates(page, '01012025', '01012025')
    await days(page).getByText('Sem dados no período').waitFor()
    const hours = await readRows(days(page))
    expect(hours.map(([hour]) => hour)).toEqual(
      Array.from({ length: 24 }, (_unused, hour) => `${String(hour).padStart(2, '0')}:00`),
    )
    expect(await bars(users(page)).count()).toBe(0)
  })

  it('have no fault that axe knows, drawn and empty', async () => {
    expect(await findFaults(page)).toEqual([])
    await filterDays(page, 30)
    await days(page).scrollIntoViewIfNeeded()
    await bars(days(page)).first().waitFor()
    await bars(users(page)).first().waitFor()
    expect(await findFaults(page)).toEqual([])
  })

  it('show what became of a campaign’s messages, each with its share of the contacts', async () => {
    await page.goto(`${desk.url}/campaigns`)
    await page
      .getByRole('link', { name: /Avaliação de novembro/ })
      .first()
      .click()
    const outcomes = page.getByRole('region', { name: 'O que aconteceu com as mensagens' })
    await bars(outcomes).first().waitFor()
    await outcomes.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await outcomes
      .getByRole('status')
      .filter({ hasText: /mensage(m|ns) \(\d+ %\)/ })
      .waitFor()
    expect(await readRows(outcomes)).toContainEqual(['Entregues', expect.stringMatching(/^[1-9]\d*$/)])
    expect(await findFaults(page)).toEqual([])
  })
})
