import { capabilities, type ConnectionProvider, type LanesAnswer, type MergeView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildConnection } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { LanesDialog } from './lanes-dialog'
import { parseCount } from './pace-form'

const calm: LanesAnswer = {
  waitingAgent: 2,
  waitingCampaign: 140,
  perMinute: 20,
  pausedUntil: null,
  newChats: {
    waiting: 12,
    begun: 38,
    cap: 40,
    perDay: null,
    linkedAt: '2026-11-10T13:00:00.000Z',
    hold: null,
    quota: null,
  },
  campaigns: { sent: 140, cap: 1_000, perDay: null, heldUntil: null },
  checksNumbers: false,
  doneAt: '2026-11-21T13:00:00.000Z',
  lastFailure: null,
}
const merge: MergeView = {
  id: '018f0000-0000-7000-8000-000000000001',
  names: ['lid:77', 'phone:5511912345678'],
  mergedAt: '2026-11-19T13:00:00.000Z',
  undoneAt: null,
}

const open = (lanes: LanesAnswer, merges: MergeView[] = [], provider: ConnectionProvider = 'beta') =>
  renderApp(
    <LanesDialog
      connection={buildConnection({ provider, capabilities: capabilities[provider] })}
      onClose={() => undefined}
    />,
    {
      user: { profile: 'admin' },
      answer: ({ path }: FakeCall) => ({ body: path.includes('/merges') ? merges : lanes }),
    },
  )

const asked = (calls: FakeCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => [path, body])

it('an official number shows Meta’s limit of customers, and what waits for it', async () => {
  const hold = { why: 'account-cap' as const, until: '2026-11-21T13:00:00.000Z' }
  const newChats = { ...calm.newChats, waiting: 5, cap: 250, hold, quota: { total: 250, used: 250 } }
  await open({ ...calm, newChats }, [], 'cloud')
  const count = await screen.findByText('Clientes abordados com modelos em 24 horas')
  expect(count.nextElementSibling?.textContent).toBe('250 de 250')
  expect(screen.getByText('Modelos esperando').nextElementSibling?.textContent).toBe('5')
  expect(screen.getByRole('alert').textContent).toContain('o limite da Meta de clientes em 24 horas')
  expect(screen.queryByText('Esperando para iniciar conversa')).toBeNull()
})

it('an official number that is paused says why once', async () => {
  const until = '2026-11-21T13:00:00.000Z'
  const hold = { why: 'restricted' as const, until }
  const newChats = { ...calm.newChats, cap: 250, hold, quota: { total: 250, used: 3 } }
  await open({ ...calm, pausedUntil: until, newChats }, [], 'cloud')
  await screen.findByText('Clientes abordados com modelos em 24 horas')
  expect(screen.queryByText(/o limite da Meta de clientes em 24 horas/)).toBeNull()
})

describe('a count as typed', () => {
  it.each([
    ['', null],
    ['20', 20],
    ['0', undefined],
    ['601', undefined],
    ['1.5', undefined],
  ])('%s is %s', (text, count) => {
    expect(parseCount(text, 1, 600)).toBe(count)
  })
})

describe('the send queue of a connection', () => {
  it('shows what waits, and saves another pace', async () => {
    const { calls } = await open(calm)
    expect(await screen.findByText('140')).toBeTruthy()
    expect(screen.getByText('140 de 1000')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    const field = screen.getByLabelText('Mensagens de campanha por minuto')
    await userEvent.type(field, '900')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar ritmo' }))
    expect(screen.getByText('Um número de 1 a 600')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '12')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar ritmo' }))
    await waitFor(() => expect(asked(calls, 'PUT')).toEqual([['/whatsapp/1/lanes', '{"perMinute":12}']]))
  })

  it('says why campaigns are paused, and resumes them', async () => {
    const { calls } = await open({
      ...calm,
      pausedUntil: '2026-11-19T14:00:00.000Z',
      lastFailure: { code: 'ERR_SENDING_WAPP_MSG', at: '2026-11-19T13:00:00.000Z' },
    })
    const pause = await screen.findByRole('alert')
    expect(screen.getByText(/^Última falha .*Erro ao enviar/)).toBeTruthy()
    await userEvent.click(within(pause).getByRole('button', { name: 'Retomar agora' }))
    await waitFor(() => expect(asked(calls, 'POST')).toEqual([['/whatsapp/1/lanes/resume', '']]))
  })

  it('shows how many chats the number has begun, why no more begin, and saves another limit', async () => {
    const hold = { why: 'day-cap' as const, until: '2099-11-20T13:00:00.000Z' }
    const { calls } = await open({
      ...calm,
      newChats: { ...calm.newChats, hold, quota: { total: 100, used: 7 } },
    })
    expect(await screen.findByText('38 de 40')).toBeTruthy()
    expect(screen.getByText('7 de 100')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(
      /limite de conversas novas em 24 horas foi atingido/,
    )
    expect(screen.getByText(/Tudo o que espera sai até/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Conversas novas em 24 horas'), '90')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar limite' }))
    await waitFor(() => expect(asked(calls, 'PUT')).toEqual([['/whatsapp/1/lanes', '{"newChatsPerDay":90}']]))
  })

  it('says that the campaigns of the day are sent, and saves another limit of them', async () => {
    const heldUntil = '2099-11-20T13:00:00.000Z'
    const { calls } = await open({ ...calm, campaigns: { ...calm.campaigns, sent: 1_000, heldUntil } })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /limite de mensagens de campanha em 24 horas foi atingido/,
    )
    await userEvent.type(screen.getByLabelText('Limite de mensagens de campanha em 24 horas'), '300')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar limite de campanhas' }))
    await waitFor(() =>
      expect(asked(calls, 'PUT')).toEqual([['/whatsapp/1/lanes', '{"campaignsPerDay":300}']]),
    )
  })

  it('checks numbers ahead only when it is asked to, and says the risk', async () => {
    const { calls } = await open(calm)
    const checks = await screen.findByRole('switch', {
      name: 'Verificar números antes de enviar',
      description: /bane números que consultam muitos desconhecidos/,
      checked: false,
    })
    await userEvent.click(checks)
    await waitFor(() =>
      expect(asked(calls, 'PUT')).toEqual([['/whatsapp/1/lanes', '{"checksNumbers":true}']]),
    )
  })

  it('lists merged conversations, which can be separated', async () => {
    const { calls } = await open(calm, [
      merge,
      { ...merge, id: 'b', names: ['lid:8'], undoneAt: '2026-11-19T14:00:00.000Z' },
    ])
    expect(await screen.findByText('Contato sem número visível')).toBeTruthy()
    const [undo, ...others] = screen.getAllByRole('button', { name: /^Desfazer/ })
    expect(others).toEqual([])
    expect(undo?.getAttribute('aria-label')).toBe('Desfazer a união de +55 (11) 91234-5678')
    if (undo) await userEvent.click(undo)
    await waitFor(() => expect(asked(calls, 'POST')).toEqual([[`/whatsapp/merges/${merge.id}/undo`, '']]))
  })
})
