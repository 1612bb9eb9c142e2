// The browser of tests and benchmarks.
import { capture } from './project.mjs'

const NAMES = [
  process.env.CHROMIUM,
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/usr/bin/chromium',
].filter(Boolean)

/** Its file; undefined where there is none. */
export async function findBrowser() {
  for (const name of NAMES) {
    const found = await capture('sh', ['-c', `command -v ${JSON.stringify(name)}`]).catch(() => ({ code: 1 }))
    if (found.code === 0) return found.output.trim()
  }
  return undefined
}
