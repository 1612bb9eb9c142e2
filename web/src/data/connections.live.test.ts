import { buildConnection } from '../testing/builders'
import { applyConnectionEvent, applySessionEvent } from './connections.live'

const first = buildConnection({ id: 1, name: 'Loja' })
const second = buildConnection({ id: 2, name: 'Matriz', status: 'qrcode' })
const session = {
  id: 2,
  name: 'Matriz',
  status: 'CONNECTED',
  qrcode: '',
  passkey: null,
  retries: 0,
  updatedAt: '2026-11-19T13:00:00.000Z',
} as const

describe('the list of connections', () => {
  it('takes a change in place and a new one at the end', () => {
    const renamed = { ...first, name: 'Loja Centro' }
    expect(applyConnectionEvent([first, second], { action: 'update', whatsapp: renamed })).toEqual([
      renamed,
      second,
    ])
    const third = buildConnection({ id: 3 })
    expect(applyConnectionEvent([first, second], { action: 'update', whatsapp: third })).toEqual([
      first,
      second,
      third,
    ])
  })

  it('loses what was deleted', () => {
    expect(applyConnectionEvent([first, second], { action: 'delete', whatsappId: 1 })).toEqual([second])
  })

  it('follows a session without learning its QR text', () => {
    const changed = applySessionEvent(second, session)
    expect(changed).toMatchObject({ status: 'CONNECTED', updatedAt: session.updatedAt })
    expect(changed).not.toHaveProperty('qrcode')
    expect(applySessionEvent(first, session)).toBe(first)
  })

  it('updates the QR text where it is cached', () => {
    expect(
      applySessionEvent({ ...second, qrcode: 'old' }, { ...session, status: 'qrcode', qrcode: 'new' }).qrcode,
    ).toBe('new')
    expect(applySessionEvent({ ...second, qrcode: 'old' }, session).qrcode).toBe('')
  })
})
