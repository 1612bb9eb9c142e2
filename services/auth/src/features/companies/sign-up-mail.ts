import type { Mail } from '@balcao/kernel'

import { toConfirmPage } from '../email-change'
import { formatResetCode } from '../password-reset'

/* Contains nothing that was typed at the sign-up, so that the mail cannot carry a message. */
const texts = (code: string) => [
  `Seu código para criar a conta no Balcão: ${code}
Vale por um dia e uma vez. Se você não pediu, não precisa fazer nada: sem o código nenhuma conta é criada.`,
  `Your code to create the account in Balcão: ${code}
It is good for a day and once. If you did not ask for it, there is nothing to do: without the code no account is made.`,
  `Su código para crear la cuenta en Balcão: ${code}
Vale por un día y una vez. Si no lo pidió, no tiene que hacer nada: sin el código no se crea ninguna cuenta.`,
]

/** The mail with the code that confirms a sign-up. @param origin of the installation; undefined without a public address. */
export const buildSignUpMail = (to: string, code: string, origin: string | undefined): Mail => ({
  to,
  subject: 'Confirme seu cadastro no Balcão',
  text: [
    ...texts(formatResetCode(code)),
    ...(origin === undefined ? [] : [toConfirmPage(origin, to, formatResetCode(code))]),
  ].join('\n\n'),
})
