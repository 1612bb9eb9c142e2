import type { SignupAppView } from '@balcao/contracts'

import type { SignupApp } from './cloud-signup'

/** Where Meta's JavaScript and dialog are. */
export type SignupAddresses = Pick<SignupAppView, 'sdkUrl' | 'origins'>

/*
 * docs/javascript/quickstart and embedded-signup/implementation (28 June 2026; read 29 November 2026): the page's example takes what comes
 * from an origin that ends in facebook.com. Those that clients name are listed.
 */
export const META: SignupAddresses = {
  sdkUrl: 'https://connect.facebook.net/{locale}/sdk.js',
  origins: ['https://www.facebook.com', 'https://web.facebook.com', 'https://business.facebook.com'],
}

/** What a page needs to open the sign-up; never the secret. */
export const toSignupView = (
  app: SignupApp | undefined,
  version: string,
  { sdkUrl, origins }: SignupAddresses,
): SignupAppView | null =>
  app ? { appId: app.appId, configId: app.configId, version, sdkUrl, origins: [...origins] } : null
