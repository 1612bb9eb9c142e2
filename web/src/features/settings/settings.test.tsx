import {
  defaultBusinessHours,
  SECRET_MASK,
  settingDefinitions,
  type RetentionPreview,
  type RetentionView,
} from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { settingGroups } from './setting-rows'
import { SettingsPage } from './settings-page'

installFakeLayout()

const settings = [
  { key: 'userRating', value: 'disabled' },
  { key: 'CheckMsgIsGroup', value: 'enabled' },
  { key: 'call', value: 'disabled' },
  { key: 'scheduleType', value: 'company' },
  { key: 'chatBotType', value: 'text' },
  { key: 'ratingsTimeout', value: '30' },
  { key: 'language', value: 'pt' },
  { key: 'sendGreetingMessageOneQueues', value: 'disabled' },
  { key: 'sendGreetingAccepted', value: 'disabled' },
  { key: 'sendMsgTransfTicket', value: 'disabled' },
  { key: 'asaas', value: SECRET_MASK },
]

const nothingErased = {
  erasedBefore: null,
  lastRunAt: null,
  isRunning: false,
  left: 0,
  erased: { tickets: 0, messages: 0, files: 0, sizeBytes: 0 },
}
const retention: RetentionView = {
  messagesMonths: 24,
  mediaMonths: null,
  chatsMonths: 36,
  messages: {
    erasedBefore: '2026-05-20T15:00:00.000Z',
    lastRunAt: '2026-11-20T15:00:00.000Z',
    isRunning: false,
    left: 0,
    erased: { tickets: 2, messages: 1_500, files: 3, sizeBytes: 2_048 },
  },
  media: nothingErased,
  chats: { ...nothingErased, isRunning: true, left: 1_200 },
}
const preview: RetentionPreview = {
  messages: { tickets: 10, messages: 1_234, files: 1, sizeBytes: 1_048_576, isExact: true },
  media: { tickets: 4, messages: 0, files: 7, sizeBytes: 512, isExact: false },
  chats: { tickets: 0, messages: 5, files: 0, sizeBytes: 0, isExact: true },
}

const open = (refusal?: string, zone = () => 'America/Sao_Paulo', path = '/settings') =>
  renderApp(<SettingsPage />, {
    path,
    user: { profile: 'admin' },
    answer: ({ method, path, body }) => {
      if (method === 'PUT' && refusal) return { status: 403, body: { error: refusal } }
      if (path === '/subscription/media-usage')
        return {
          body: { usedBytes: 1_610_612_736, allowedBytes: 1_610_612_736, isCounted: true, isFull: true },
        }
      if (path === '/settings') return { body: settings }
      if (path.startsWith('/retention/preview')) return { body: preview }
      if (path === '/retention' && method === 'GET') return { body: retention }
      if (path.endsWith('/schedules') && method === 'GET')
        return { body: { schedules: defaultBusinessHours, timeZone: zone() } }
      return { body: JSON.parse(body) as unknown }
    },
  })

const rating = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Avaliações' })

describe('the settings page', () => {
  it('stores a change at once and says so', async () => {
    const { calls } = await open()
    await userEvent.click(await rating())
    expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy()
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual([
      '/settings/userRating',
      { value: 'enabled' },
    ])
    expect((await rating()).checked).toBe(true)
  })

  it('says what the company’s files take, and that files wait', async () => {
    await open()
    expect(await screen.findByText('1,5 GB de 1,5 GB usados.')).toBeTruthy()
    const bar = screen.getByRole('progressbar', { name: 'Espaço para arquivos' })
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByRole('alert').textContent).toContain('Arquivos recebidos aguardam')
  })

  it.each([
    ['/settings?setting=userRating', 'switch', 'Avaliações'],
    ['/settings?setting=chatBotType', 'combobox', 'Tipo de chatbot'],
    ['/settings?setting=ratingsTimeout', 'textbox', 'Prazo da avaliação'],
  ])('has the setting in focus that its address names: %s', async (path, role, name) => {
    await open(undefined, undefined, path)
    const control = await screen.findByRole(role, { name })
    await waitFor(() => expect(document.activeElement).toBe(control))
  })

  it('opens at the tab that its address names, until another is chosen', async () => {
    await open(undefined, undefined, '/settings?tab=hours')
    const hours = await screen.findByRole('tab', { name: 'Horários' })
    expect(hours.getAttribute('aria-selected')).toBe('true')
    await userEvent.click(screen.getByRole('tab', { name: 'Opções' }))
    expect(hours.getAttribute('aria-selected')).toBe('false')
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

  it('leads from the choice of hours to where they are set', async () => {
    const { store } = await open()
    const setting = { key: 'scheduleType', value: 'queue' }
    await userEvent.click(await screen.findByRole('button', { name: 'Definir os horários' }))
    expect(await screen.findByRole('group', { name: 'segunda-feira' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Horários' }))
    applyEvent('settings', { action: 'update', setting }, store)
    const link = await screen.findByRole<HTMLAnchorElement>('link', {
      name: 'Definir os horários em cada fila',
    })
    expect(link.pathname).toBe('/queues')
  })

  it('stores minutes when the field is left, and takes back what is no number', async () => {
    const { calls } = await open()
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Prazo da avaliação' })
    await userEvent.clear(field)
    await userEvent.type(field, 'meia hora{Tab}')
    expect(field.value).toBe('30')
    await userEvent.clear(field)
    await userEvent.type(field, '045{Enter}')
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual([
      '/settings/ratingsTimeout',
      { value: '45' },
    ])
  })

  it('stores a secret that is typed, and nothing while its mask stands', async () => {
    const { calls } = await open()
    const field = await screen.findByLabelText<HTMLInputElement>('Token do Asaas')
    await userEvent.click(field)
    await userEvent.tab()
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
    expect([field.type, field.value]).toEqual(['password', SECRET_MASK])
    await userEvent.click(field)
    await userEvent.clear(field)
    await userEvent.type(field, ' $aact_1{Enter}')
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    const sent = calls.find(({ method }) => method === 'PUT')
    expect([sent?.path, JSON.parse(String(sent?.body))]).toEqual(['/settings/asaas', { value: '$aact_1' }])
  })

  it('has a control for every setting that a conversation depends on', async () => {
    await open()
    await rating()
    const elsewhere = ['campaignsEnabled']
    const shown = settingGroups.flatMap(({ rows }) => rows.map(({ key }) => key))
    expect(
      Object.keys(settingDefinitions)
        .filter((key) => !elsewhere.includes(key))
        .toSorted(),
    ).toEqual(shown.toSorted())
  })

  it('shows the hours that a colleague stored, but not over what is typed', async () => {
    let zone = 'America/Sao_Paulo'
    const { store } = await open(undefined, () => zone)
    await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Fuso horário')
    zone = 'America/Manaus'
    applyEvent('companyHours', { action: 'update', companyId: 7, name: 'Loja', dueDate: null }, store)
    await waitFor(() => expect(field.value).toBe('America/Manaus'))
    await userEvent.clear(field)
    await userEvent.type(field, 'America/Bahia')
    zone = 'America/Recife'
    applyEvent('companyHours', { action: 'update', companyId: 7, name: 'Loja', dueDate: null }, store)
    await screen.findByDisplayValue('America/Bahia')
  })

  it('repeats Monday from Tuesday to Friday, its mode and its times', async () => {
    await open()
    await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }))
    const day = (name: string) => screen.getByRole('group', { name })
    const says = (names: string[]) => names.map((name) => within(day(name)).getByRole('combobox').textContent)
    const others = ['terça-feira', 'sexta-feira', 'sábado', 'domingo']
    await userEvent.click(
      within(await screen.findByRole('group', { name: 'segunda-feira' })).getByRole('combobox'),
    )
    await userEvent.click(await screen.findByRole('option', { name: 'O dia todo' }))
    await userEvent.click(screen.getByRole('button', { name: 'Repetir a segunda-feira até sexta' }))
    await waitFor(() => expect(says(others)).toEqual(['O dia todo', 'O dia todo', 'No horário', 'Fechado']))
    await userEvent.click(within(day('segunda-feira')).getByRole('combobox'))
    await userEvent.click(await screen.findByRole('option', { name: 'No horário' }))
    await userEvent.clear(within(day('segunda-feira')).getByLabelText(/início/))
    await userEvent.type(within(day('segunda-feira')).getByLabelText(/início/), '0600')
    await userEvent.click(screen.getByRole('button', { name: 'Repetir a segunda-feira até sexta' }))
    const start = () => within(day('sexta-feira')).getByLabelText<HTMLInputElement>(/início/).value
    await waitFor(() => expect(start()).toBe('06:00'))
    expect(within(day('sábado')).getByLabelText<HTMLInputElement>(/início/).value).toBe('08:00')
  })

  it('stores the week of the company with its zone', async () => {
    const { calls } = await open()
    await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }))
    const saturday = await screen.findByRole('group', { name: 'sábado' })
    await userEvent.click(within(saturday).getByRole('combobox'))
    await userEvent.click(await screen.findByRole('option', { name: 'Fechado' }))
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Horários atualizados com sucesso.')).toBeTruthy()
    // What was stored before is not shown once more while the new hours are fetched.
    expect(within(saturday).getByRole('combobox').textContent).toBe('Fechado')
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

describe('how long conversations are kept', () => {
  const section = () => screen.findByRole('region', { name: 'Guarda de conversas' })
  const type = async (name: string, months: string) => {
    const field = screen.getByRole('textbox', { name })
    await userEvent.clear(field)
    if (months !== '') await userEvent.type(field, months)
  }
  const openDialog = async () => {
    const { calls } = await open()
    await userEvent.click(within(await section()).getByRole('button', { name: 'Alterar' }))
    const saved = () =>
      calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, JSON.parse(body)])
    return { calls, saved, save: () => userEvent.click(screen.getByRole('button', { name: 'Salvar' })) }
  }

  it('is shown with what was erased', async () => {
    await open()
    const { textContent } = await section()
    expect(textContent).toContain('Apagar depois de 24 meses')
    expect(textContent).toContain('1.500 mensagens e 3 arquivos (2 KB) de 2 atendimentos.')
    expect(textContent).toContain('Apagado o que foi finalizado antes de 20/05/2026.')
    expect(textContent).toContain('Sem prazo')
    expect(textContent).toContain('Apagando: faltam 1.200 mensagens.')
  })

  it('is shorter only after it was said what goes', async () => {
    const { calls, saved, save } = await openDialog()
    await type('Mensagens e seus arquivos', '12')
    await type('Só os arquivos', '6')
    await type('Chat interno', '24')
    await save()
    const question = await screen.findByRole('alertdialog', { name: 'Apagar conversas antigas?' })
    expect(calls.find(({ path }) => path.startsWith('/retention/preview'))?.path).toBe(
      '/retention/preview?messagesMonths=12&mediaMonths=6&chatsMonths=24',
    )
    expect(question.textContent).toContain('1.234 mensagens e 1 arquivo (1 MB) de 10 atendimentos.')
    expect(question.textContent).toContain('7 arquivos (512 B) de 4 atendimentos.')
    expect(question.textContent).toContain('5 mensagens do chat interno.')
    expect(question.textContent).toContain('Os arquivos são mais')
    expect(document.activeElement?.textContent).toBe('Cancelar')
    expect(saved()).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Salvar e apagar' }))
    await waitFor(() =>
      expect(saved()).toEqual([['/retention', { messagesMonths: 12, mediaMonths: 6, chatsMonths: 24 }]]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays as it was when the question is cancelled', async () => {
    const { saved, save } = await openDialog()
    await type('Mensagens e seus arquivos', '1')
    await save()
    const question = await screen.findByRole('alertdialog', { name: 'Apagar conversas antigas?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(saved()).toEqual([])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mensagens e seus arquivos' }).value).toBe(
      '1',
    )
  })

  it('is longer, or for ever, without a question', async () => {
    const { saved, save } = await openDialog()
    await type('Mensagens e seus arquivos', '')
    await save()
    await waitFor(() =>
      expect(saved()).toEqual([['/retention', { messagesMonths: null, mediaMonths: null, chatsMonths: 36 }]]),
    )
  })

  it.each([
    ['0', '', 'Um número inteiro de 1 a 120'],
    ['12', '13', 'No máximo o prazo das mensagens'],
  ])('is refused at its field: %s and %s', async (messages, media, fault) => {
    const { saved, save } = await openDialog()
    await type('Mensagens e seus arquivos', messages)
    await type('Só os arquivos', media)
    await save()
    expect(await screen.findByText(fault)).toBeTruthy()
    expect(saved()).toEqual([])
  })
})
