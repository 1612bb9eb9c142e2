import { buildConnection } from '../testing/builders'
import { withConnection, withSession } from './connections.live'

const first = buildConnection({ id: 1, name: 'Loja' })
const second = buildConnection({ id: 2, name: 'Matriz', status: 'qrcode' })
const session = {
  id: 2,
  name: 'Matriz',
  status: 'CONNECTED',
  qrcode: '',
  retries: 0,
  updatedAt: '2026-11-19T13:00:00.000Z',
} as const

describe('the list of connections', () => {
  it('takes a change in place and a new one at the end', () => {
    const renamed = { ...first, name: 'Loja Centro' }
    expect(withConnection([first, second], { action: 'update', whatsapp: renamed })).toEqual([
      renamed,
      second,
    ])
    const third = buildConnection({ id: 3 })
    expect(withConnection([first, second], { action: 'update', whatsapp: third })).toEqual([
      first,
      second,
      third,
    ])
  })

  it('loses what was deleted', () => {
    expect(withConnection([first, second], { action: 'delete', whatsappId: 1 })).toEqual([second])
  })

  it('follows a session without learning its QR text', () => {
    const changed = withSession(second, session)
    expect(changed).toMatchObject({ status: 'CONNECTED', updatedAt: session.updatedAt })
    expect(changed).not.toHaveProperty('qrcode')
    expect(withSession(first, session)).toBe(first)
  })

  it('gives the QR text to whoever asked for it before', () => {
    expect(
      withSession({ ...second, qrcode: 'old' }, { ...session, status: 'qrcode', qrcode: 'new' }).qrcode,
    ).toBe('new')
    expect(withSession({ ...second, qrcode: 'old' }, session).qrcode).toBe('')
  })
})
