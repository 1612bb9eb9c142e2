import { commonPasswords } from '../../adapters/passwords/common-passwords'
import { isWeakPassword } from './password-rule'

describe('a chosen password', () => {
  const owner = { email: 'Ana.Souza@acme.test', names: ['Café Acme', 'Ana Souza'] }

  it.each([
    'aaaaa',
    '     ',
    'ZzZzZ',
    'Clientes',
    'whatsapp',
    'banana',
    'abacus',
    'coração',
    'CORACAO',
    'borboleta',
    'corinthians',
    'contraseña',
    'mariposa',
    'oliveira',
    'eu te amo',
    'Deus é fiel',
    'te quiero',
    'minhasenha',
    '12345',
    '123456',
    'Password',
    'SENHA',
    ' senha123 ',
    'mudar123',
    'balcao123',
    'ana.souza@ACME.test',
    'Ana.Souza',
    'café acme',
    'CafeAcme'.replace('e', 'é'),
    'anasouza',
  ])('is refused when it is %j', (password) => {
    expect(isWeakPassword(password, owner, commonPasswords)).toBe(true)
  })

  it.each(['5 patos verdes', 'ana.souza-8841', 'qzv7k', 'café acme da esquina'])('may be %j', (password) => {
    expect(isWeakPassword(password, owner, commonPasswords)).toBe(false)
  })
})
