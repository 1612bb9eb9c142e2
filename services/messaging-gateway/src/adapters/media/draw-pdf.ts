import { readFile } from 'node:fs/promises'

import { fitPage } from './fit-page'
import type { Pixels } from './shrink-picture'

/** The renderer's memory grows up to here: the file, fonts and decoded pictures of one page. */
const MAX_HEAP_BYTES = 256 * 1024 * 1024

type Imports = Record<string, Record<string, unknown>>
type Grow = (bytes: number) => unknown

/* Node has it; only the browsers' types, which the server is built without, say so. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  Instance: new (program: object, imports: Imports) => { exports: object }
}

/* Emscripten asks through this import for more memory; refused, the renderer's allocation fails and ends the task. */
function boundHeap(imports: Imports): void {
  const { env } = imports
  const grow = env?.emscripten_resize_heap as Grow | undefined
  // The module was built in another way: rather no thumbnail than one without a limit of memory.
  if (!env || !grow) throw new Error('the renderer asks for memory in another way')
  env.emscripten_resize_heap = (bytes: number) => (bytes >>> 0 > MAX_HEAP_BYTES ? 0 : grow(bytes))
}

async function load() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const program = await WebAssembly.compile(await readFile(require.resolve('@hyzyla/pdfium/pdfium.wasm')))
  return PDFiumLibrary.init({
    instantiateWasm: (imports: Imports, done: (instance: object) => void) => {
      boundHeap(imports)
      const instance = new WebAssembly.Instance(program, imports)
      done(instance)
      return instance.exports
    },
  })
}

let renderer: ReturnType<typeof load> | undefined

/** Loads the renderer, once. */
export const prepareRenderer = (): ReturnType<typeof load> => (renderer ??= load())

/** Draws the first page on white. @throws for a file that is broken, encrypted or without pages. */
export async function drawFirstPage(bytes: Uint8Array, maxSide: number): Promise<Pixels> {
  const file = await (await prepareRenderer()).loadDocument(bytes)
  try {
    if (file.getPageCount() < 1) throw new Error('a PDF without pages')
    const page = file.getPage(0)
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    // Zero: the page could not be read.
    if (!(width > 0 && height > 0)) throw new Error('a PDF whose first page cannot be read')
    const picture = await page.render({ ...fitPage({ width, height }, maxSide), render: 'bitmap' })
    return { width: picture.width, height: picture.height, data: new Uint8ClampedArray(picture.data) }
  } finally {
    file.destroy()
  }
}
