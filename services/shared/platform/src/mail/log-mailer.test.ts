import { createLogMailer } from './log-mailer'

describe('the mailer of a machine without a mail server', () => {
  it('logs that a mail would have gone, and neither its text nor its address', async () => {
    const lines: string[] = []
    await createLogMailer((fields, message) => lines.push(JSON.stringify({ ...fields, message }))).send({
      to: 'ana@example.test',
      subject: 'Redefinição de senha',
      text: 'Seu código: 7KQ2-M9XA',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Redefinição de senha')
    expect(lines[0]).not.toMatch(/7KQ2|ana@/)
  })
})
