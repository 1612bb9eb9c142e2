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

const invitation = (company: string, code: string) => [
  `A empresa "${company}" quer usar este e-mail para uma conta de atendimento no Balcão.
Se você trabalha com ela, confirme com este código: ${code}
Ele vale por 7 dias e uma vez. Depois, entre com a senha que a empresa lhe deu, ou peça uma nova na página de login.
Se não conhece a empresa, não precisa fazer nada: sem o código, ela não passa a usar este e-mail.`,
  `The company "${company}" wants to use this e-mail for an account at Balcão, its customer-service desk.
If you work with it, confirm with this code: ${code}
It is good for 7 days and once. Then log in with the password that the company gave you, or ask for a new one on the login page.
If you do not know the company, there is nothing to do: without the code it does not get this e-mail.`,
  `La empresa "${company}" quiere usar este correo para una cuenta de atención en Balcão.
Si trabaja con ella, confirme con este código: ${code}
Vale por 7 días y una vez. Después, inicie sesión con la contraseña que la empresa le dio, o pida una nueva en la página de inicio.
Si no conoce la empresa, no tiene que hacer nada: sin el código, ella no pasa a usar este correo.`,
]

/* Anybody may sign up a company: its name carries no link and no address into a mail. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}&' -]/gu, ' ').trim()

/** The page that takes a code, filled in. What follows the # is sent to no server. */
export const toConfirmPage = (origin: string, email: string, code: string): string =>
  `${origin}/confirm#${new URLSearchParams({ email, code }).toString()}`

/** The mail to an e-mail that a company gave one of its users. @param origin of the installation; undefined without a public address. */
export const buildInvitationMail = (
  to: string,
  { company, code, origin }: { company: string; code: string; origin: string | undefined },
): Mail => ({
  to,
  subject: 'Confirme seu e-mail no Balcão',
  text: [
    ...invitation(plainName(company), formatResetCode(code)),
    ...(origin === undefined ? [] : [toConfirmPage(origin, to, formatResetCode(code))]),
  ].join('\n\n'),
})

/** The mail with the code that confirms a new e-mail, to that e-mail. */
export const buildConfirmMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Código para confirmar seu novo e-mail',
  text: texts(formatResetCode(code)).join('\n\n'),
})
