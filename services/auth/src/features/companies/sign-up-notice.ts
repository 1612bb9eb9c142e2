import type { Mail } from '@balcao/kernel'

/* Contains nothing that was typed at the sign-up, so that the mail cannot carry a message. */
const SUBJECT = 'Alguém tentou criar uma conta com o seu e-mail'

const paragraphs = [
  `Alguém preencheu o cadastro do Balcão com o seu e-mail, que já tem uma conta. Nada mudou nela e nenhuma conta nova foi criada.
Se foi você: entre pela página de login com a senha de sempre. Se a esqueceu, peça uma nova pela página de login ou ao administrador da sua empresa.
Se não foi você, não precisa fazer nada.`,
  `Somebody filled in Balcão's sign-up with your e-mail, which already has an account. Nothing changed and no new account was made.
If it was you: log in as always. If you forgot your password, ask for a new one on the login page or ask your company's administrator.
If it was not you, there is nothing to do.`,
  `Alguien completó el registro de Balcão con su correo, que ya tiene una cuenta. Nada cambió y no se creó ninguna cuenta nueva.
Si fue usted: inicie sesión como siempre. Si olvidó su contraseña, pida una nueva en la página de inicio o al administrador de su empresa.
Si no fue usted, no tiene que hacer nada.`,
]

/** The mail to the owner of an e-mail that was used for a sign-up. @param loginPage undefined without a public address. */
export const buildSignUpNotice = (to: string, loginPage: string | undefined): Mail => ({
  to,
  subject: SUBJECT,
  text: [...paragraphs, ...(loginPage === undefined ? [] : [loginPage])].join('\n\n'),
})
