import type { Mail } from '@balcao/kernel'

import { formatResetCode } from './reset-code'

/** A mail about a password that waits to be sent. The code is made when it is sent, and stored nowhere in clear. */
export interface PasswordMail {
  id: string
  /** `moved` goes to the address that an account had before. */
  kind: 'code' | 'changed' | 'moved'
  email: string
  requestedAt: Date
  /** Failed tries. */
  tries: number
}

const codeText = (code: string) => [
  `Seu código para criar uma nova senha no Balcão: ${code}
Vale por 15 minutos e uma vez. Se você não pediu, não precisa fazer nada: sua senha continua a mesma.`,
  `Your code for a new password in Balcão: ${code}
It is good for 15 minutes and once. If you did not ask for it, there is nothing to do: your password stays as it is.`,
  `Su código para crear una nueva contraseña en Balcão: ${code}
Vale por 15 minutos y una vez. Si no lo pidió, no tiene que hacer nada: su contraseña sigue igual.`,
]

const changedText = [
  `A senha da sua conta no Balcão foi trocada e todas as sessões foram encerradas.
Se não foi você, peça um novo código na página de login e fale com o administrador da sua empresa.`,
  `The password of your Balcão account was changed and all its sessions were ended.
If it was not you, ask for a new code on the login page and talk to your company's administrator.`,
  `La contraseña de su cuenta en Balcão se cambió y todas las sesiones se cerraron.
Si no fue usted, pida un nuevo código en la página de inicio y hable con el administrador de su empresa.`,
]

const movedText = [
  `O e-mail da sua conta no Balcão foi trocado por outro.
Se não foi você, fale com o administrador da sua empresa.`,
  `The e-mail of your Balcão account was changed to another one.
If it was not you, talk to your company's administrator.`,
  `El correo de su cuenta en Balcão se cambió por otro.
Si no fue usted, hable con el administrador de su empresa.`,
]

const join = (paragraphs: readonly string[], page: string | undefined): string =>
  [...paragraphs, ...(page === undefined ? [] : [page])].join('\n\n')

/** The mail with a code. @param origin of the installation; undefined without a public address. */
export const buildCodeMail = (to: string, code: string, origin: string | undefined): Mail => ({
  to,
  subject: 'Código para redefinir sua senha',
  text: join(codeText(formatResetCode(code)), origin && `${origin}/forgetpsw`),
})

/** The mail to the owner of an account whose password was changed. */
export const buildChangedMail = (to: string, origin: string | undefined): Mail => ({
  to,
  subject: 'Sua senha foi trocada',
  text: join(changedText, origin && `${origin}/login`),
})

/** The mail to the address that an account had until its e-mail was changed. */
export const buildMovedMail = (to: string): Mail => ({
  to,
  subject: 'O e-mail da sua conta foi trocado',
  text: join(movedText, undefined),
})
