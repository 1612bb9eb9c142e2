import type { Running } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'

const log = createLogger('host')

/** Stops what was added in reverse order; a failure is logged and does not keep the others from stopping. */
export class Disposer implements Running {
  private readonly steps: Running[] = []

  async add<T extends Running>(starting: T | Promise<T>): Promise<T> {
    const running = await starting
    this.steps.push(running)
    return running
  }

  async stop(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) {
      await step.stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
}
