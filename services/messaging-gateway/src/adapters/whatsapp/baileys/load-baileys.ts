import type * as Baileys from '@whiskeysockets/baileys'

import { completeCertificateCheck } from './certificate-check'
import { guardConsole } from './console-guard'

export type BaileysModule = typeof Baileys

let loading: Promise<BaileysModule> | undefined

/**
 * The library, on first use: it costs 56 MB and a quarter of a second that an installation without a real phone saves.
 * Its leaks are closed before anything of it runs. One copy per process, so one trusted root.
 */
export function loadBaileys(): Promise<BaileysModule> {
  loading ??= import('@whiskeysockets/baileys').then((baileys) => {
    guardConsole()
    completeCertificateCheck(baileys)
    return baileys
  })
  return loading
}

/**
 * The root that signs the servers' certificates, instead of WhatsApp's own.
 * @param hex 64 hex digits.
 */
export function trustRoot(baileys: BaileysModule, hex: string): void {
  ;(baileys.WA_CERT_DETAILS as { PUBLIC_KEY: Buffer }).PUBLIC_KEY = Buffer.from(hex, 'hex')
}
