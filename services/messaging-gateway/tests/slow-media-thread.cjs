const { parentPort } = require('node:worker_threads')

/* As on a machine that is so busy that loading the codecs takes three seconds. */
parentPort.on('message', ({ kind }) => {
  if (kind === 'prepare') setTimeout(() => parentPort.postMessage('ready'), 3_000)
  else parentPort.postMessage({ kind, width: 1, height: 2, thumbnail: new Uint8Array() })
})
