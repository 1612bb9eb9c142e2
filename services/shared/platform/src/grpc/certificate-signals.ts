import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { MINUTE, SECOND } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'
import { gauge } from '../telemetry/metrics'

const log = createLogger('rpc')
const READ_AGAIN_AFTER_MS = 1 * MINUTE

const end = gauge('balcao_certificate_end_seconds', 'When our gRPC certificate ends, in seconds since 1970')

/* Read again: rotated files are picked up without a restart. */
class Certificate {
  private readAtMs = -Infinity
  private endSeconds: number | undefined

  constructor(private readonly file: string) {}

  get validTo(): number | undefined {
    if (performance.now() - this.readAtMs > READ_AGAIN_AFTER_MS) this.read()
    return this.endSeconds
  }

  private read(): void {
    this.readAtMs = performance.now()
    try {
      this.endSeconds = Date.parse(new X509Certificate(readFileSync(this.file)).validTo) / SECOND
    } catch (error) {
      log.debug({ err: error }, 'the end of the certificate is not known')
    }
  }
}

const watched = new Map<string, Certificate>()

end.observe(() => {
  const ends = [...watched.values()].flatMap(({ validTo }) => validTo ?? [])
  return ends.length > 0 ? [{ value: Math.min(...ends) }] : []
})

/** Reports the certificate's expiry for the life of the process. */
export function addCertificateMetrics(file: string): void {
  if (!watched.has(file)) watched.set(file, new Certificate(file))
}
