import type { SignupAppView } from '@balcao/contracts'

/** Of Meta's JavaScript, what a sign-up calls (docs/javascript/quickstart). */
interface MetaSdk {
  init(options: { appId: string; version: string; xfbml: boolean; autoLogAppEvents: boolean }): void
  login(
    callback: (answer: { authResponse?: { code?: string } | null }) => void,
    options: Record<string, unknown>,
  ): void
}

declare global {
  interface Window {
    FB?: MetaSdk
    fbAsyncInit?: () => void
  }
}

/* Languages of the SDK by ours; Spanish as in Latin America. */
const SDK_LOCALES: Readonly<Record<string, string>> = { pt: 'pt_BR', es: 'es_LA', en: 'en_US' }

/** Meta's JavaScript, ready to open the sign-up. Rejects when it does not come. */
export const loadMetaSdk = ({ appId, version, sdkUrl }: SignupAppView, language: string): Promise<MetaSdk> =>
  new Promise((resolve, reject) => {
    window.fbAsyncInit = () => {
      const sdk = window.FB
      if (!sdk) return reject(new Error('no FB'))
      sdk.init({ appId, version, xfbml: false, autoLogAppEvents: false })
      resolve(sdk)
    }
    const script = document.createElement('script')
    script.src = sdkUrl.replace('{locale}', SDK_LOCALES[language] ?? 'en_US')
    script.async = true
    script.onerror = () => reject(new Error('the SDK did not load'))
    document.head.append(script)
  })

/*
 * embedded-signup/implementation (28 June 2026; read 29 November 2026): version 4 needs `setup` only and always tells of its session; the other
 * two are what versions 2 and 3 need for that. The version is that of the configuration.
 */
const EXTRAS = { setup: {}, sessionInfoVersion: '3' } as const

/* A number that stays in use with the WhatsApp Business app: embedded-signup/onboarding-business-app-users (20 March 2026). */
const ON_PHONE = 'whatsapp_business_app_onboarding'

/** Opens Meta's dialog; answers the code, or undefined when there is none. To be called by a click: browsers block it otherwise. */
export const openMetaLogin = (
  sdk: MetaSdk,
  { configId }: SignupAppView,
  isOnPhone: boolean,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    // The SDK takes no async function.
    sdk.login(({ authResponse }) => resolve(authResponse?.code ?? undefined), {
      config_id: configId,
      response_type: 'code',
      override_default_response_type: true,
      extras: { ...EXTRAS, featureType: isOnPhone ? ON_PHONE : '' },
    })
  })
