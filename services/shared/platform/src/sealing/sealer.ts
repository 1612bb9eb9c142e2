import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { Sealer } from '@balcao/kernel'

const PREFIX = 'v1:'

/**
 * AES-256-GCM under a key derived from the configured one.
 * @param owner names the service in the derivation: services that share a key do not open each other's secrets.
 */
export function createSealer(secret: string, owner: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `balcao ${owner} seal`, 32))
  return {
    seal: (text, purpose) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: (text, purpose) => {
      if (!text.startsWith(PREFIX)) return undefined
      const bytes = Buffer.from(text.slice(PREFIX.length), 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(purpose))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        // GCM's authentication failure. The caller decides what it means.
        return undefined
      }
    },
  }
}
