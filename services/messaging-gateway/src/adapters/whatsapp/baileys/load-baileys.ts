import type * as Baileys from '@whiskeysockets/baileys'

import { completeCertificateCheck } from './certificate-check'
import { guardConsole } from './console-guard'
import { verifySignature } from './xeddsa'

export type BaileysModule = typeof Baileys

let loading: Promise<BaileysModule> | undefined

/**
 * The library, on first use: it costs 56 MB and a quarter of a second that an installation without a real phone saves.
 * Its leaks are closed before anything of it runs. One copy per process, so one trusted root.
 */
export function loadBaileys(): Promise<BaileysModule> {
  loading ??= load()
  return loading
}

/** What its declarations leave out. */
interface ProtocolLibrary {
  curve: { verifySignature: typeof verifySignature }
}

async function load(): Promise<BaileysModule> {
  const baileys = await import('@whiskeysockets/baileys')
  const { curve } = (await import('libsignal')) as unknown as ProtocolLibrary
  guardConsole()
  completeCertificateCheck(baileys)
  // Six milliseconds of JavaScript for an answer that it does not look at; we do, where it matters.
  curve.verifySignature = verifySignature
  return baileys
}

/**
 * The root that signs the servers' certificates, instead of WhatsApp's own.
 * @param hex 64 hex digits.
 */
export function trustRoot(baileys: BaileysModule, hex: string): void {
  ;(baileys.WA_CERT_DETAILS as { PUBLIC_KEY: Buffer }).PUBLIC_KEY = Buffer.from(hex, 'hex')
}
