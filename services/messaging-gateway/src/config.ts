import { connectionProviders } from '@balcao/contracts'
import { defineConfig, env, type ConfigOf } from '@balcao/platform'

const MEGABYTE = 1024 * 1024

export const messagingGatewayConfig = defineConfig({
  title: 'messaging-gateway',
  fields: {
    WHATSAPP_PROVIDER: env.choice(connectionProviders, {
      default: 'simulated',
      help: 'Provider of new connections: beta is a real phone, simulated the phone that comes with the product.',
    }),
    SIMULATOR: env.flag({ default: true, help: 'Offer the simulated phone, and its door at /simulator.' }),
    SIMULATOR_TOKEN: env.text({
      default: '',
      help: 'Opens the door of the simulated phone to callers from other machines. Empty: this machine only.',
    }),
    WHATSAPP_QR_LIMIT: env.integer({
      min: 1,
      max: 100,
      default: 5,
      help: 'QR codes shown in a row before a connection gives up.',
    }),
    MAX_MEDIA_MB: env.integer({
      min: 1,
      max: 2_000,
      default: 100,
      help: 'Largest file taken from a phone, in megabytes.',
    }),
    WHATSAPP_ID_KEY: env.secret({ help: 'Derives the network ids of messages we send.' }),
  },
  build: (values, fault) => {
    if (values.WHATSAPP_PROVIDER === 'simulated' && !values.SIMULATOR)
      fault('WHATSAPP_PROVIDER=simulated needs SIMULATOR=true')
    if (values.SIMULATOR_TOKEN !== '' && values.SIMULATOR_TOKEN.length < 16)
      fault('SIMULATOR_TOKEN must have at least 16 characters')
    return {
      defaultProvider: values.WHATSAPP_PROVIDER,
      simulator: values.SIMULATOR ? { token: values.SIMULATOR_TOKEN || undefined } : undefined,
      qrLimit: values.WHATSAPP_QR_LIMIT,
      maxMediaBytes: values.MAX_MEDIA_MB * MEGABYTE,
      waIdKey: values.WHATSAPP_ID_KEY,
    }
  },
})

export type MessagingGatewayConfig = ConfigOf<typeof messagingGatewayConfig>
