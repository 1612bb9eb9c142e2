import { defineConfig, env, type ConfigSource } from '../config'

/** Settings that decide who can reach an installation. */
export interface Exposure {
  /** Address of the HTTP listener. */
  host: string
  isHttps: boolean
  trustedProxies: readonly string[]
  publicOrigins: readonly string[]
  /** FIRST_ADMIN_* is set. */
  hasFirstAdmin: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a listener's address or a URL's host name is this machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

const isLoopbackOrigin = (origin: string): boolean =>
  URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname)

/**
 * Whether an installation is a demo on one person's own machine: it listens on loopback, and no setting says that
 * others are meant to reach it. Only then demo accounts, the simulated phone and metrics need no secret.
 */
export const isLoopbackDemo = (exposure: Exposure): boolean =>
  isLoopbackHost(exposure.host) &&
  !exposure.isHttps &&
  exposure.trustedProxies.length === 0 &&
  exposure.publicOrigins.every(isLoopbackOrigin) &&
  !exposure.hasFirstAdmin

const exposureConfig = defineConfig({
  title: 'exposure',
  fields: {
    HOST: env.text({ default: '127.0.0.1', help: '' }),
    HTTPS: env.flag({ default: false, help: '' }),
    TRUSTED_PROXIES: env.list({ default: [], help: '' }),
    PUBLIC_ORIGINS: env.list({ default: [], help: '' }),
    FIRST_ADMIN_EMAIL: env.optional(env.text({ help: '' })),
    FIRST_ADMIN_PASSWORD: env.optional(env.text({ help: '' })),
  },
  build: (values): Exposure => ({
    host: values.HOST,
    isHttps: values.HTTPS,
    trustedProxies: values.TRUSTED_PROXIES,
    publicOrigins: values.PUBLIC_ORIGINS,
    hasFirstAdmin: values.FIRST_ADMIN_EMAIL !== undefined || values.FIRST_ADMIN_PASSWORD !== undefined,
  }),
})

/**
 * `isLoopbackDemo` of these variables; false when one of them cannot be read, which the
 * configuration that owns the variable reports. A pod is never a demo: it has other processes and a proxy in front.
 */
export function isLoopbackDemoEnvironment({ variables }: ConfigSource): boolean {
  const exposure = exposureConfig.read({ variables }, () => undefined)
  return exposure !== undefined && isLoopbackDemo(exposure)
}
