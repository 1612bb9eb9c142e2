import type {
  PasskeyOptions as PasskeyOptionsWire,
  PasskeyStep,
} from '../gen/desk/messaging/v1/messaging_events'
import type { PasskeyOptions, PasskeyStepView } from '../http/passkeys.routes'

const verifications = ['required', 'preferred', 'discouraged'] as const

const optionsView = ({
  challenge,
  timeout,
  rpId,
  allowCredentials,
  userVerification,
  extensions,
}: PasskeyOptionsWire): PasskeyOptions => ({
  challenge,
  timeout,
  rpId,
  allowCredentials: allowCredentials.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
  userVerification: verifications.find((known) => known === userVerification) ?? 'required',
  extensions,
})

/** What linking asks of a browser, for the page; null when it asks for no passkey. */
export function passkeyStepView(passkey: PasskeyStep | undefined): PasskeyStepView | null {
  if (!passkey?.step || !passkey.until) return null
  const { step } = passkey
  const until = passkey.until.toISOString()
  switch (step.$case) {
    case 'requested':
      return { step: 'requested', options: optionsView(step.value), until }
    case 'answered':
      return { step: 'answered', until }
    case 'compare':
      return { step: 'compare', code: step.value, until }
  }
}
