import { sessionSettings } from './session-settings'

const server = { host: 'db.example', port: 5432, user: 'balcao_tickets', database: 'desk' }

describe('the settings of a service’s transactions', () => {
  it('are the session’s on a server: a transaction begins with nothing more', () => {
    expect(sessionSettings(server, 'tickets', 15_000)).toEqual({
      startup:
        '-c search_path=tickets -c statement_timeout=15000 -c idle_in_transaction_session_timeout=10000 -c default_transaction_read_only=on',
      begin: 'BEGIN READ WRITE',
      keepsStatements: true,
    })
  })

  it('are each transaction’s own behind a pooler', () => {
    expect(sessionSettings({ ...server, direct: server }, 'tickets', 15_000)).toEqual({
      startup: undefined,
      begin:
        'BEGIN; SET LOCAL search_path = tickets; SET LOCAL statement_timeout = 15000; SET LOCAL idle_in_transaction_session_timeout = 10000',
      keepsStatements: false,
    })
  })
})
