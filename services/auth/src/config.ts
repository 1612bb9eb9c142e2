import { defineConfig, env, isLoopbackHost, type ConfigOf, type ValuesOf } from '@balcao/platform'

import { commonPasswords } from './adapters/passwords/common-passwords'
import { isWeakPassword } from './features/users'

/** Super user of a fresh installation without the demo company. */
export interface FirstAdmin {
  companyName: string
  email: string
  password: string
}

/** FIRST_ADMIN_*; also read by the command that ends a demo. */
export const firstAdminFields = {
  FIRST_ADMIN_EMAIL: env.optional(
    env.text({
      help: 'E-mail of the super user made when there is no company yet.',
      matches: /^[^\s@]+@[^\s@]+$/,
    }),
  ),
  FIRST_ADMIN_PASSWORD: env.optional(
    env.text({ help: 'Password of that super user, 12 characters or more.', matches: /^.{12,200}$/ }),
  ),
  FIRST_ADMIN_COMPANY: env.text({ default: 'Balcão', help: 'Name of that super user’s company.' }),
}

export function buildFirstAdmin(
  values: ValuesOf<typeof firstAdminFields>,
  fault: (message: string) => void,
): FirstAdmin | undefined {
  const { FIRST_ADMIN_EMAIL: email, FIRST_ADMIN_PASSWORD: password } = values
  if ((email === undefined) !== (password === undefined)) {
    fault('FIRST_ADMIN_EMAIL and FIRST_ADMIN_PASSWORD go together')
  }
  if (email === undefined || password === undefined) return undefined
  const companyName = values.FIRST_ADMIN_COMPANY
  if (isWeakPassword(password, { email, names: [companyName] }, commonPasswords)) {
    fault('FIRST_ADMIN_PASSWORD is a common password, or the e-mail or the company’s name: choose another')
  }
  return { companyName, email, password }
}

/** The environment of auth. */
export const authConfig = defineConfig({
  title: 'auth',
  fields: {
    ALLOW_SIGNUP: env.flag({ default: true, help: 'Whether strangers may sign up a company.' }),
    RESET_REVEAL_UNKNOWN: env.flag({
      default: false,
      help: 'Whether the password reset says that an e-mail has no account. It then also tells strangers who has one.',
    }),
    COOKIE_SECURE: env.choice(['auto', 'always', 'never'], {
      default: 'auto',
      help: 'The Secure attribute of the session’s cookies; auto sets it with HTTPS=true, and on https requests.',
    }),
    HTTPS: env.flag({
      default: false,
      help: 'Whether browsers reach us over https, through a proxy that ends it.',
    }),
    HOST: env.text({ default: '', help: '' }),
    DEMO_ACCOUNTS: env.flag({
      default: false,
      help: 'Whether a pod serves while the demo’s accounts can log in, whose password is published. Needs HOST on loopback and no HTTPS.',
    }),
    PUBLIC_ORIGINS: env.list({
      default: [],
      help: 'Other origins whose pages may call us with credentials, comma-separated (https://desk.example.com).',
    }),
    AUTH_SEAL_KEY: env.secret({
      help: 'Seals signing keys and secret settings at rest; signs what only auth checks, tickets of company exports among them.',
    }),
    ...firstAdminFields,
  },
  build: (values, fault, { isLoopbackDemo }) => {
    if (values.DEMO_ACCOUNTS && (values.HTTPS || !isLoopbackHost(values.HOST))) {
      fault(
        'DEMO_ACCOUNTS=true needs HOST on loopback and no HTTPS: the password of the demo’s accounts is published',
      )
    }
    return {
      isSignUpAllowed: values.ALLOW_SIGNUP,
      revealsUnknown: values.RESET_REVEAL_UNKNOWN,
      cookieSecure: values.COOKIE_SECURE === 'auto' && values.HTTPS ? 'always' : values.COOKIE_SECURE,
      publicOrigins: values.PUBLIC_ORIGINS,
      sealKey: values.AUTH_SEAL_KEY,
      firstAdmin: buildFirstAdmin(values, fault),
      servesDemo: isLoopbackDemo || values.DEMO_ACCOUNTS,
    }
  },
})

export type AuthConfig = ConfigOf<typeof authConfig>
