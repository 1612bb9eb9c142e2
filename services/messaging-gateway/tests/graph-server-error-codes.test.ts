import { GRAPH_ERROR_CODES, readErrorCode } from '../src/adapters/whatsapp/graph-server'
import { CUSTOMER, startRig } from './graph-server-rig'

describe('the table of error codes', () => {
  it('has each code once, with a title and HTTP statuses of errors', () => {
    const codes = GRAPH_ERROR_CODES.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, title, statuses } of GRAPH_ERROR_CODES) {
      expect([code, title]).not.toContain('')
      for (const status of statuses) expect([code, status >= 400 && status < 600]).toEqual([code, true])
    }
  })

  it('has no other', () => {
    expect(() => readErrorCode(1234)).toThrow('not in the table')
  })

  it.each(GRAPH_ERROR_CODES.map(({ code, statuses }) => [code, statuses[0]]))(
    'is what a request is answered with: %s, HTTP %s',
    async (code, status) => {
      const rig = await startRig()
      rig.graph.faults.next({ kind: 'refuse', status, code })
      const answer = await rig.send({ type: 'text', text: { body: 'Oi' } }, CUSTOMER)
      await rig.stop()
      expect([answer.status, answer.code]).toEqual([status, code])
      expect(answer.body['error']).toMatchObject({ type: 'OAuthException', fbtrace_id: expect.any(String) })
    },
  )
})
