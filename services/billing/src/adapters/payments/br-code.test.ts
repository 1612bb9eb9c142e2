import { buildBrCode } from './br-code'

it('is built as the Central Bank’s manual describes, and ends with its checksum', () => {
  const code = buildBrCode({ key: 'demo@balcao.local', amount: '30.00', txid: 'abc123' })
  expect(code).toBe(
    `00020126390014br.gov.bcb.pix0117demo@balcao.local52040000530398654${'0530.00'}5802BR5911BALCAO DEMO6009SAO PAULO62100506abc1236304${code.slice(-4)}`,
  )
  expect(code.slice(-4)).toMatch(/^[0-9A-F]{4}$/)
})

it('has another checksum for another amount', () => {
  const checksum = (amount: string) => buildBrCode({ key: 'k', amount, txid: 'a' }).slice(-4)
  expect(checksum('1.00')).not.toBe(checksum('1.01'))
})
