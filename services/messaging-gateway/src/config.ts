import path from 'node:path'

import { connectionProviders } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { defineConfig, env, type ConfigOf, type EnvField } from '@balcao/platform'

import { OLDEST_VERSION, parseWebVersion } from './features/client-version'
import type { SignupApp } from './features/cloud-signup'
import { parseCaps } from './features/outbound'
import { parseKeyRing, type KeyRing } from './features/signal-vault'

const MEGABYTE = 1024 * 1024

const META_GRAPH = 'https://graph.facebook.com'

/** A secret field that is parsed as a key ring. */
function keyRing(described: { help: string }): EnvField<KeyRing> {
  const secret = env.secret(described)
  return { ...secret, read: (text, name, secrets) => parseKeyRing(secret.read(text, name, secrets)) }
}

interface SignupVariables {
  WHATSAPP_APP_ID: string
  WHATSAPP_APP_SECRET: string
  WHATSAPP_SIGNUP_CONFIG_ID: string
}

/* Undefined where none is set: then credentials are pasted only. */
function readSignupApp(values: SignupVariables, fault: (text: string) => void): SignupApp | undefined {
  const {
    WHATSAPP_APP_ID: appId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_SIGNUP_CONFIG_ID: configId,
  } = values
  const all = [appId, appSecret, configId]
  if (all.every((value) => value === '')) return undefined
  if (all.includes(''))
    fault('WHATSAPP_APP_ID, WHATSAPP_APP_SECRET and WHATSAPP_SIGNUP_CONFIG_ID must be set together')
  for (const [name, value] of Object.entries({ WHATSAPP_APP_ID: appId, WHATSAPP_SIGNUP_CONFIG_ID: configId }))
    if (!/^\d{0,32}$/.test(value)) fault(`${name} must be digits`)
  return { appId, appSecret, configId }
}

export const messagingGatewayConfig = defineConfig({
  title: 'messaging-gateway',
  fields: {
    WHATSAPP_PROVIDER: env.optional(
      env.choice(connectionProviders, {
        default: 'simulated',
        help: 'Provider of new connections: beta is a real phone, simulated the phone that comes with the product.\nWithout it: simulated where SIMULATOR is on, else beta.',
      }),
    ),
    SIMULATOR: env.optional(
      env.flag({
        default: true,
        help: 'Offer the simulated phone, at /simulator. Without it: in a loopback demo only (HOST is this machine; no HTTPS,\nTRUSTED_PROXIES, FIRST_ADMIN_… and PUBLIC_ORIGINS of elsewhere). Anywhere else it needs SIMULATOR_TOKEN.',
      }),
    ),
    SIMULATOR_TOKEN: env.text({
      default: '',
      help: 'Bearer that may use the simulated phone, 16 characters or more. Empty: programs on this machine, in a loopback demo.',
    }),
    WHATSAPP_QR_LIMIT: env.integer({
      min: 1,
      max: 100,
      default: 5,
      help: 'QR codes shown in a row before a connection gives up.',
    }),
    WHATSAPP_CAMPAIGNS_PER_MINUTE: env.integer({
      min: 1,
      max: 1_000,
      default: 20,
      help: 'Messages of campaigns and schedules a number sends a minute, unless its connection says otherwise.',
    }),
    WHATSAPP_CAMPAIGNS_PER_DAY: env.integer({
      min: 0,
      max: 100_000,
      default: 1_000,
      help: 'Messages of campaigns and schedules a number sends in 24 hours, to known chats too, unless its connection says otherwise.',
    }),
    WHATSAPP_NEW_CHATS_PER_MINUTE: env.integer({
      min: 1,
      max: 60,
      default: 5,
      help: 'Chats a number begins a minute with people who have never written: 5 is between 4 and 6.',
    }),
    WHATSAPP_NEW_CHATS_PER_DAY: env.text({
      default: '0:20,3:40,7:80,14:150,30:250,90:500',
      help: 'Chats a number begins in 24 hours, by the days since it was first connected (days:chats), unless its connection says otherwise.',
    }),
    WHATSAPP_TYPING: env.flag({
      default: true,
      help: 'Show “typing…” for a moment before each message.',
    }),
    FFMPEG: env.text({
      default: '',
      help: 'Path of ffmpeg, which makes the thumbnails of videos that are sent (/usr/bin/ffmpeg). Empty: videos have none.',
    }),
    MAX_MEDIA_MB: env.integer({
      min: 1,
      max: 2_000,
      default: 100,
      help: 'Largest file taken from a phone, in megabytes.',
    }),
    WHATSAPP_WEB_URL: env.text({
      default: 'wss://web.whatsapp.com/ws/chat',
      help: 'Where the real phone’s server is.',
    }),
    WHATSAPP_WEB_VERSION: env.text({
      default: '',
      help: 'The version of WhatsApp Web that numbers connect with, 2.3000.N. Empty: read from WhatsApp’s web client before the first login and once a day.',
    }),
    WHATSAPP_WEB_CLIENT_URL: env.text({
      default: 'https://web.whatsapp.com',
      help: 'Where WhatsApp’s web client is, whose version is read.',
    }),
    WHATSAPP_GRAPH_URL: env.optional(
      env.text({
        default: META_GRAPH,
        help: 'Where the official API (WhatsApp Cloud API) is. Without it: simulated in this process in a loopback demo with SIMULATOR, else\nhttps://graph.facebook.com.',
      }),
    ),
    WHATSAPP_GRAPH_VERSION: env.text({
      default: 'v26.0',
      help: 'The version of Graph that the official API is called with. Meta ends each about two years after its release.',
    }),
    WHATSAPP_APP_ID: env.text({
      default: '',
      help: 'The installation’s own app at Meta, whose embedded sign-up connects numbers of the official API (docs/cloud-api.md).\nThis, WHATSAPP_APP_SECRET and WHATSAPP_SIGNUP_CONFIG_ID, or none of them.',
    }),
    WHATSAPP_APP_SECRET: env.text({ default: '', help: 'The secret of that app.' }),
    WHATSAPP_SIGNUP_CONFIG_ID: env.text({
      default: '',
      help: 'Its configuration of Facebook Login for Business, with the login variation WhatsApp Embedded Signup.',
    }),
    WHATSAPP_ROOT_KEY: env.text({
      default: '',
      help: 'Root of the server’s certificates, 64 hex digits. Empty: WhatsApp’s own.',
    }),
    WHATSAPP_MEDIA_URL: env.text({
      default: '',
      help: 'One address in place of all media hosts. Empty: WhatsApp’s own, by https.',
    }),
    WHATSAPP_DEVICE_NAME: env.text({
      default: 'Balcão',
      help: 'What phones call this installation among their linked devices, when linked by a QR code.',
    }),
    WHATSAPP_PRESENCE: env.flag({
      default: true,
      help: 'Show a number as online while an agent works on it, and three minutes more. Its phone shows no notifications meanwhile.',
    }),
    WHATSAPP_HISTORY_HOURS: env.integer({
      min: 0,
      max: 720,
      default: 0,
      help: 'After linking a phone, take in messages of its history that are younger. 0: begin with new ones.',
    }),
    GATEWAY_SEAL_KEY: env.secret({
      help: 'Seals the secrets of delivery webhooks and of the official API at rest.',
    }),
    INTEGRATION_ORIGINS: env.list({
      default: [],
      help: 'Private origins that integrations of every company may call, comma-separated (http://n8n.internal:5678). Others must be public.',
    }),
    WHATSAPP_ID_KEY: env.secret({ help: 'Derives the network ids of messages we send.' }),
    WHATSAPP_VAULT_KEYS: keyRing({
      help: 'Encrypt the sessions’ keys in the database: id:base64 of 32 bytes (openssl rand -base64 32), comma-separated.\nThe first one is used, the others only open what they closed earlier: put a new one in front, drop old ones later.',
    }),
    WHATSAPP_VAULT_ROTATE_DAYS: env.integer({
      min: 1,
      max: 366,
      default: 90,
      help: 'Days after which a company’s own data key is replaced, while its sessions run.',
    }),
  },
  build: (values, fault, { isLoopbackDemo }) => {
    const hasSimulator = values.SIMULATOR ?? isLoopbackDemo
    if (values.WHATSAPP_PROVIDER === 'simulated' && !hasSimulator)
      fault('WHATSAPP_PROVIDER=simulated needs SIMULATOR=true')
    if (values.SIMULATOR_TOKEN !== '' && values.SIMULATOR_TOKEN.length < 16)
      fault('SIMULATOR_TOKEN must have at least 16 characters')
    if (hasSimulator && !isLoopbackDemo && values.SIMULATOR_TOKEN === '')
      fault('SIMULATOR=true needs SIMULATOR_TOKEN, unless only this machine can reach the desk')
    if (!/^wss?:\/\//.test(values.WHATSAPP_WEB_URL)) fault('WHATSAPP_WEB_URL must begin with wss:// or ws://')
    if (values.FFMPEG !== '' && !path.isAbsolute(values.FFMPEG)) fault('FFMPEG must be an absolute path')
    const capsByAge = parseCaps(values.WHATSAPP_NEW_CHATS_PER_DAY)
    if (capsByAge.length === 0)
      fault('WHATSAPP_NEW_CHATS_PER_DAY must be days:chats, comma-separated, with rising days from 0 on')
    const webVersion = parseWebVersion(values.WHATSAPP_WEB_VERSION)
    if (values.WHATSAPP_WEB_VERSION !== '' && !webVersion)
      fault(`WHATSAPP_WEB_VERSION must be a version like ${OLDEST_VERSION.join('.')}`)
    if (!/^https?:\/\/[^/]+$/.test(values.WHATSAPP_WEB_CLIENT_URL))
      fault('WHATSAPP_WEB_CLIENT_URL must be https://host or http://host, without a path')
    const graphUrl = values.WHATSAPP_GRAPH_URL ?? META_GRAPH
    if (!/^https?:\/\/[^/]+$/.test(graphUrl))
      fault('WHATSAPP_GRAPH_URL must be https://host or http://host, without a path')
    if (!/^v\d{1,3}\.\d$/.test(values.WHATSAPP_GRAPH_VERSION))
      fault('WHATSAPP_GRAPH_VERSION must be a version like v26.0')
    const signupApp = readSignupApp(values, fault)
    if (!/^([0-9a-f]{64})?$/i.test(values.WHATSAPP_ROOT_KEY)) fault('WHATSAPP_ROOT_KEY must be 64 hex digits')
    if (!/^(https?:\/\/[^/]+)?$/.test(values.WHATSAPP_MEDIA_URL))
      fault('WHATSAPP_MEDIA_URL must be https://host or http://host, without a path')
    return {
      defaultProvider:
        values.WHATSAPP_PROVIDER ?? (hasSimulator ? ('simulated' as const) : ('beta' as const)),
      simulator: hasSimulator
        ? { token: values.SIMULATOR_TOKEN || undefined, isOpenLocally: isLoopbackDemo }
        : undefined,
      qrLimit: values.WHATSAPP_QR_LIMIT,
      ffmpeg: values.FFMPEG || undefined,
      maxMediaBytes: values.MAX_MEDIA_MB * MEGABYTE,
      whatsapp: {
        webSocketUrl: values.WHATSAPP_WEB_URL,
        rootKey: values.WHATSAPP_ROOT_KEY,
        mediaBase: values.WHATSAPP_MEDIA_URL,
        deviceName: values.WHATSAPP_DEVICE_NAME,
        showsPresence: values.WHATSAPP_PRESENCE,
        historyHours: values.WHATSAPP_HISTORY_HOURS,
      },
      webVersion,
      webClientUrl: values.WHATSAPP_WEB_CLIENT_URL,
      graph: { origin: graphUrl, version: values.WHATSAPP_GRAPH_VERSION },
      signupApp,
      /** Meta is a server of this process, with the demo's account (docs/cloud-api.md). */
      simulatesCloud: values.WHATSAPP_GRAPH_URL === undefined && hasSimulator && isLoopbackDemo,
      campaignsPerMinute: values.WHATSAPP_CAMPAIGNS_PER_MINUTE,
      campaignsPerDay: values.WHATSAPP_CAMPAIGNS_PER_DAY,
      newChats: { perMinute: values.WHATSAPP_NEW_CHATS_PER_MINUTE, capsByAge },
      showsTyping: values.WHATSAPP_TYPING,
      sealKey: values.GATEWAY_SEAL_KEY,
      integrationOrigins: values.INTEGRATION_ORIGINS,
      waIdKey: values.WHATSAPP_ID_KEY,
      vaultKeys: values.WHATSAPP_VAULT_KEYS,
      vaultRotateAfterMs: values.WHATSAPP_VAULT_ROTATE_DAYS * DAY,
    }
  },
})

export type MessagingGatewayConfig = ConfigOf<typeof messagingGatewayConfig>
