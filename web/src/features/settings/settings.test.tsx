import { defaultBusinessHours } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { renderApp } from '../../testing/render-app'
import { SettingsPage } from './settings-page'

jest.setTimeout(60_000)

const settings = [
  { key: 'userRating', value: 'disabled' },
  { key: 'CheckMsgIsGroup', value: 'enabled' },
  { key: 'call', value: 'disabled' },
  { key: 'scheduleType', value: 'company' },
  { key: 'chatBotType', value: 'text' },
  { key: 'sendGreetingMessageOneQueues', value: 'disabled' },
  { key: 'sendGreetingAccepted', value: 'disabled' },
  { key: 'sendMsgTransfTicket', value: 'disabled' },
]

const open = (refusal?: string) =>
  renderApp(<SettingsPage />, {
    user: { profile: 'admin' },
    answer: ({ method, path, body }) => {
      if (method === 'PUT' && refusal) return { status: 403, body: { error: refusal } }
      if (path === '/settings') return { body: settings }
      if (path.endsWith('/schedules') && method === 'GET')
        return { body: { schedules: defaultBusinessHours, timeZone: 'America/Sao_Paulo' } }
      return { body: JSON.parse(body) as unknown }
    },
  })

const rating = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Avaliações' })

describe('the settings page', () => {
  it('stores a change at once and says so', async () => {
    const { calls } = await open()
    await userEvent.click(await rating())
    expect(await screen.findByText('Salvo')).toBeTruthy()
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual([
      '/settings/userRating',
      { value: 'enabled' },
    ])
    expect((await rating()).checked).toBe(true)
  })

  it('takes a refused change back', async () => {
    await open('ERR_NO_PERMISSION')
    await userEvent.click(await rating())
    await waitFor(async () => expect((await rating()).checked).toBe(false))
  })

  it('follows a change of a colleague; the hours go with the setting', async () => {
    const { store } = await open()
    await screen.findByRole('tab', { name: 'Horários' })
    const setting = { key: 'scheduleType', value: 'queue' }
    applyEvent('settings', { action: 'update', setting }, store)
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Horários' })).toBeNull())
    expect(screen.getByText('Por fila')).toBeTruthy()
  })

  it('stores the week of the company with its zone', async () => {
    const { calls } = await open()
    await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }))
    const saturday = await screen.findByRole('group', { name: 'sábado' })
    await userEvent.click(within(saturday).getByRole('combobox'))
    await userEvent.click(await screen.findByRole('option', { name: 'Fechado' }))
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy()
    const sent = calls.find(({ method }) => method === 'PUT')
    expect(sent?.path).toBe('/companies/7/schedules')
    expect(JSON.parse(String(sent?.body))).toEqual({
      schedules: defaultBusinessHours.with(5, {
        weekday: 'Sábado',
        weekdayEn: 'saturday',
        startTime: '00:00',
        endTime: '00:00',
      }),
      timeZone: 'America/Sao_Paulo',
    })
  })
})
