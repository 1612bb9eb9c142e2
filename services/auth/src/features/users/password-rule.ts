import { isOneCharacter } from '@balcao/contracts'
import { AppError, foldText } from '@balcao/kernel'

import type { CommonPasswords } from './passwords.port'

/** Facts about the owner that a guesser may use. */
export interface PasswordOwner {
  email: string
  /** Names of the person and the company. */
  names: readonly string[]
}

/* Published defaults of similar products and of the demo. */
const PUBLISHED = new Set(['mudar123', 'balcao123'])

/* Words of the trade that lists of leaks from elsewhere do not have. */
const TRADE = new Set(
  (
    'administrador agente atendente atendimento balcao balcão campanha chamado cliente clientes conexao conexão contato conversa empresa ' +
    'equipe fatura gerente mensagem negocio negócio pedido suporte telefone trabalho usuario usuário venda vendas vendedor whatsapp ' +
    'agent campaign company contact customer invoice support ticket ventas soporte cuenta mensaje pedidos'
  ).split(' '),
)

/* What people of Brazil and of Spanish-speaking countries choose, written without spaces; lists of words do not have it. */
const PHRASES = new Set(
  (
    'euteamo teamo tequiero teamomucho tequieromucho meuamor minhavida meubem amorzinho miamor mivida deusefiel jesuscristo ' +
    'jesusteama deuseamor deusnocomando diosesamor diosmio gracasadeus minhasenha suasenha novasenha senhanova senhasenha ' +
    'micontrasena nuevaclave miclave bomdia boatarde boanoite buenosdias buenastardes buenasnoches ' +
    'vaicorinthians vaibrasil saopaulo riodejaneiro belohorizonte portoalegre buenosaires ciudaddemexico'
  ).split(' '),
)

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Whether the password is one character again and again, a common password or word, the e-mail, its local part, or a name, ignoring case and spaces, of common ones accents, too. */
export function isWeakPassword(
  password: string,
  { email, names }: PasswordOwner,
  common: CommonPasswords,
): boolean {
  const guessed = plain(password)
  const folded = foldText(guessed)
  const address = plain(email)
  const known = [address, address.slice(0, address.lastIndexOf('@')), ...names.map(plain)].map(withoutSpaces)
  if (isOneCharacter(password) || guessed === '') return true
  return (
    common.has(folded) ||
    PHRASES.has(withoutSpaces(folded)) ||
    PUBLISHED.has(guessed) ||
    TRADE.has(guessed) ||
    known.includes(withoutSpaces(guessed))
  )
}

/** Called wherever a password is chosen. @throws {AppError} ERR_WEAK_PASSWORD */
export function assertStrongPassword(password: string, owner: PasswordOwner, common: CommonPasswords): void {
  if (isWeakPassword(password, owner, common)) throw new AppError('ERR_WEAK_PASSWORD')
}
