import path from 'node:path'

import type { ThreadProgram } from '../src/adapters/media/worker-media-previews'

/** The thread that decodes media, run from sources: jest's transform does not reach threads. */
export const mediaThreadProgram: ThreadProgram = {
  file: path.join(__dirname, '../src/adapters/media/media-thread.ts'),
  execArgv: ['-r', path.join(__dirname, '../../shared/testkit/from-sources.cjs')],
}
