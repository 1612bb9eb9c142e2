import type { Mail } from '@balcao/kernel'

import { formatResetCode } from '../password-reset'

const texts = (code: string) => [
  `Seu código para usar este e-mail no Balcão: ${code}
Vale por 15 minutos e uma vez. Se você não pediu, não precisa fazer nada: ninguém passa a usar este e-mail.`,
  `Your code to use this e-mail in Balcão: ${code}
It is good for 15 minutes and once. If you did not ask for it, there is nothing to do: no one gets this e-mail.`,
  `Su código para usar este correo en Balcão: ${code}
Vale por 15 minutos y una vez. Si no lo pidió, no tiene que hacer nada: nadie pasa a usar este correo.`,
]

/** The mail with the code that confirms a new e-mail, to that e-mail. */
export const buildConfirmMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Código para confirmar seu novo e-mail',
  text: texts(formatResetCode(code)).join('\n\n'),
})
