import { DEMO_ACCOUNT } from '../adapters/whatsapp/simulated-cloud'
import { META, type SignupApp, type SignupAddresses } from '../features/cloud-signup'
import type { GatewayParts } from './parts'
import { SDK_PATH } from './simulated-sdk'

/** The app whose embedded sign-up connections may use: the installation's, or the demo's where Meta is simulated. */
export function findSignupApp({ config, simulatedCloud }: GatewayParts): SignupApp | undefined {
  if (config.signupApp || !simulatedCloud) return config.signupApp
  const { appId, appSecret, signupConfigId } = DEMO_ACCOUNT
  return { appId, appSecret, configId: signupConfigId }
}

/** Where its dialog is. */
export const findSignupAddresses = ({ simulatedCloud }: GatewayParts): SignupAddresses =>
  simulatedCloud ? { sdkUrl: SDK_PATH, origins: [simulatedCloud.url] } : META
