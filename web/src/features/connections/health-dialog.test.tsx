import type { ConnectionHealth } from '@balcao/contracts'
import { screen, within } from '@testing-library/react'

import { buildConnection } from '../../testing/builders'
import type { FakeCall } from '../../testing/fake-fetch'
import { renderApp } from '../../testing/render-app'
import { HealthDialog, startOfDay } from './health-dialog'

const calm: ConnectionHealth = {
  since: '2026-11-22T03:00:00.000Z',
  client: { version: '2.3000.1043857760', source: 'web-client' },
  ends: [],
  refused: [],
  troubles: [],
  newChats: { begun: 3, cap: 20 },
  lastReceivedAt: null,
  lastSentAt: new Date(2026, 10, 22, 9, 5).toISOString(),
  pausedUntil: null,
}

const open = (health: ConnectionHealth) =>
  renderApp(<HealthDialog connection={buildConnection()} onClose={() => undefined} />, {
    user: { profile: 'admin' },
    answer: () => ({ body: health }),
  })

const findSection = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('section')!)

it('begins its day at midnight in the browser’s time zone', () => {
  expect(startOfDay(new Date(2026, 10, 22, 17, 30))).toBe(new Date(2026, 10, 22).toISOString())
})

describe('the health of a connection', () => {
  it('says that nothing happened on a calm day', async () => {
    const { calls } = await open(calm)
    expect(await screen.findByText('2.3000.1043857760')).toBeTruthy()
    expect(screen.getByText('22/11/26 09:05')).toBeTruthy()
    expect(screen.getByText('3 de 20')).toBeTruthy()
    expect(screen.getByText('Nenhuma')).toBeTruthy()
    expect(screen.getByText('A sessão não caiu hoje.')).toBeTruthy()
    expect(screen.getByText('Nenhum envio foi recusado hoje.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    const asked = calls.filter(({ path }: FakeCall) => path.startsWith('/whatsapp/1/health'))
    expect(asked[0]?.path).toContain(`since=${encodeURIComponent(startOfDay(new Date()))}`)
  })

  it('counts drops and refusals by reason, and says until when the number is paused', async () => {
    const lastAt = new Date(2026, 10, 22, 14, 7).toISOString()
    await open({
      ...calm,
      ends: [
        { reason: 'lost', count: 3, lastAt },
        { reason: 'restart-required', count: 1, lastAt },
      ],
      refused: [{ code: 'ERR_WAPP_RESTRICTED', count: 12, lastAt }],
      pausedUntil: new Date(2026, 10, 22, 16, 0).toISOString(),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('22/11/26 16:00')
    const drops = findSection('Quedas da sessão hoje')
    expect(drops.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ligação perdidaúltima às 14:073',
      'Reinício pedido pelo WhatsAppúltima às 14:071',
    ])
    expect(findSection('Envios recusados hoje').getByText('12')).toBeTruthy()
  })

  it('says what the session could not do while it went on', async () => {
    const lastAt = new Date(2026, 10, 22, 14, 7).toISOString()
    await open({ ...calm, troubles: [{ kind: 'settings-key', count: 2, lastAt }] })
    expect((await screen.findByRole('alert')).textContent).toContain('não entrega a chave da agenda')
  })

  it('shows no version for the simulated phone', async () => {
    await open({ ...calm, client: null })
    expect(await screen.findByText('Última mensagem enviada')).toBeTruthy()
    expect(screen.queryByText('Versão do WhatsApp Web')).toBeNull()
  })
})
