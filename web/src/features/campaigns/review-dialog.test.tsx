import type { CampaignPreviewView, PriceView } from '@balcao/contracts'
import { screen } from '@testing-library/react'

import { renderApp } from '../../testing/render-app'
import { buildTemplate } from '../../testing/template-builders'
import { ReviewDialog } from './review-dialog'

const preview: CampaignPreviewView = {
  people: 1_124,
  invalid: 0,
  optedOut: 0,
  markets: [
    { callingCode: '55', people: 1_100 },
    { callingCode: '351', people: 24 },
  ],
  startsAt: '2026-12-01T12:00:00.000Z',
  endsAt: '2026-12-01T15:00:00.000Z',
  texts: [],
}
const template = { name: 'pedido_saiu', language: 'pt_BR', header: [], body: [], buttons: [] }
const price = (callingCode: string, micros: number, category = 'utility'): PriceView => ({
  category,
  callingCode,
  micros,
})

const open = (
  body: object,
  prices: readonly PriceView[],
  shown: Partial<CampaignPreviewView> = {},
  quota: { total: number; used: number } | null = null,
) =>
  renderApp(
    <ReviewDialog verb="now" body={body} onConfirm={() => Promise.resolve()} onBack={() => undefined} />,
    {
      user: { profile: 'admin' },
      answer: ({ path }) => {
        if (path === '/campaigns/preview') return { body: { ...preview, ...shown } }
        if (path === '/message-prices')
          return { body: { currency: 'BRL', prices, monthlyBudgetMicros: null } }
        if (path.endsWith('/lanes')) return { body: { newChats: { quota } } }
        return { body: path.endsWith('/templates') ? [buildTemplate()] : [] }
      },
    },
  )

it.each([
  ['the price of its category in each country', [price('', 40_000), price('351', 500_000)], 'até R$ 56,00'],
  ['whom it has no price for', [price('55', 40_000)], 'até R$ 44,00, e 24 sem preço'],
  ['that no prices were entered', [price('', 40_000, 'marketing')], 'preços não informados'],
])('the review of a template says %s', async (_case, prices, shown) => {
  await open({ whatsappId: 5, template }, prices)
  const cost = await screen.findByText('Custo estimado')
  expect(cost.nextElementSibling?.textContent.replaceAll(/\s/g, ' ')).toBe(shown)
})

it.each([
  ['exceeds', { total: 250, used: 37 }, '37 de 250 clientes em 24 horas', 'sai em cerca de 5 dias'],
  ['is within', { total: 2_000, used: 876 }, '876 de 2.000 clientes em 24 horas', undefined],
])('the review of a template that %s Meta’s limit says so', async (_case, quota, shown, warning) => {
  await open({ whatsappId: 5, template }, [], {}, quota)
  expect((await screen.findByText('Limite da Meta')).nextElementSibling?.textContent).toBe(shown)
  const ends = screen.getByText('Termina em').nextElementSibling?.textContent
  expect(ends).toContain(warning ? '05/12/2026' : '01/12/2026')
  const said = screen.queryByText(/A campanha passa do limite da Meta/)?.textContent
  if (warning) expect(said).toContain(warning)
  else expect(said).toBeUndefined()
})

it('the review of messages says nothing of a cost', async () => {
  const { calls } = await open({ whatsappId: 4, message1: 'Oi' }, [price('', 40_000)])
  await screen.findByText('Duração')
  expect(screen.queryByText('Custo estimado')).toBeNull()
  expect(calls.some(({ path }) => path === '/message-prices' || path.endsWith('/lanes'))).toBe(false)
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const HELD = /As mensagens só saem no horário permitido/

it.each([
  ['now', {}, inMinutes(400)],
  ['at a time of the night', { scheduledAt: inMinutes(60) }, inMinutes(400)],
])('the review of a campaign that is to leave %s says that hours hold it', async (_case, body, startsAt) => {
  await open({ whatsappId: 4, message1: 'Oi', ...body }, [], { startsAt, endsAt: startsAt })
  expect((await screen.findByRole('alert')).textContent).toMatch(HELD)
})

it.each([
  ['now', {}, inMinutes(0)],
  ['at an allowed time', { scheduledAt: inMinutes(400) }, inMinutes(400)],
])('the review of a campaign that leaves %s speaks of no hours', async (_case, body, startsAt) => {
  await open({ whatsappId: 4, message1: 'Oi', ...body }, [], { startsAt, endsAt: startsAt })
  await screen.findByText('Duração')
  expect(screen.queryByText(HELD)).toBeNull()
})

it('the review names no number of people before it is known', async () => {
  await open({ whatsappId: 5, template }, [])
  expect(screen.getByRole('button', { name: 'Enviar agora' })).toHaveProperty('disabled', true)
  expect(await screen.findByRole('button', { name: 'Enviar agora a 1.124 pessoas' })).toHaveProperty(
    'disabled',
    false,
  )
})
