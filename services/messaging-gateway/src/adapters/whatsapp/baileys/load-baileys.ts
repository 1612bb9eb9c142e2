import type * as Baileys from '@whiskeysockets/baileys'

import { replaceCertificateCheck } from './certificate-check'
import { guardConsole } from './console-guard'
import { verifySignature } from './xeddsa'

export type BaileysModule = typeof Baileys

let loading: Promise<BaileysModule> | undefined

/**
 * The library, loaded at first use: it takes 56 MB and 250 ms, which installations without a real phone save. Console
 * guard and checks are installed before any of its code runs. One copy per process, hence one trusted root.
 */
export function loadBaileys(): Promise<BaileysModule> {
  loading ??= load()
  return loading
}

/** Members that its type declarations lack. */
interface ProtocolLibrary {
  curve: { verifySignature: typeof verifySignature }
}

async function load(): Promise<BaileysModule> {
  const baileys = await import('@whiskeysockets/baileys')
  const { curve } = (await import('libsignal')) as unknown as ProtocolLibrary
  guardConsole()
  replaceCertificateCheck(baileys)
  // The library's verification takes 6 ms of JavaScript and ignores
  // the result; this one is used where the result matters.
  curve.verifySignature = verifySignature
  return baileys
}

/**
 * Replaces WhatsApp's root key, which signs the servers' certificates.
 * @param hex 64 hex digits.
 */
export function trustRoot(baileys: BaileysModule, hex: string): void {
  ;(baileys.WA_CERT_DETAILS as { PUBLIC_KEY: Buffer }).PUBLIC_KEY = Buffer.from(hex, 'hex')
}
