import { readFile } from 'node:fs/promises'

import type { PictureType } from './picture-type'
import type { Pixels } from './shrink-picture'

/* Reads the WebAssembly from the package's folder: by default the packages load it with `fetch`. */
const load = (file: string): Promise<Buffer> => readFile(require.resolve(file))

const options = async (file: string) => ({ wasmBinary: await load(file) })

const arrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

type Decode = (bytes: Uint8Array) => Promise<Pixels>

/* Each codec is created at its first use and kept: its memory grows to the largest picture and is reused. */
const decoders: Record<PictureType, () => Promise<Decode>> = {
  'image/jpeg': async () => {
    const codec = await import('@jsquash/jpeg/decode.js')
    await codec.init(await options('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))
    return (bytes) => codec.default(arrayBuffer(bytes))
  },
  'image/png': async () => {
    const codec = await import('@jsquash/png/decode.js')
    await codec.init(await load('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return (bytes) => codec.decode(arrayBuffer(bytes))
  },
  'image/webp': async () => {
    const codec = await import('@jsquash/webp/decode.js')
    await codec.init(await options('@jsquash/webp/codec/dec/webp_dec.wasm'))
    return (bytes) => codec.default(arrayBuffer(bytes))
  },
}

const ready = new Map<PictureType, Promise<Decode>>()

/** Loads the decoder of a type, once. */
export function prepareDecoder(type: PictureType): Promise<Decode> {
  const decoder = ready.get(type) ?? decoders[type]()
  ready.set(type, decoder)
  return decoder
}

/** Decodes the whole picture. @throws the codec's error for a file that it cannot decode. */
export async function decodePicture(type: PictureType, bytes: Uint8Array): Promise<Pixels> {
  return (await prepareDecoder(type))(bytes)
}

const loadEncoder = async () => {
  const codec = await import('@jsquash/jpeg/encode.js')
  await codec.init(await options('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
  return codec
}

let encoder: ReturnType<typeof loadEncoder> | undefined

/** Loads the encoder, once. */
export const prepareEncoder = (): ReturnType<typeof loadEncoder> => (encoder ??= loadEncoder())

/** @param quality 0 to 100. */
export async function encodeJpeg(picture: Pixels, quality: number): Promise<Uint8Array> {
  const codec = await prepareEncoder()
  return new Uint8Array(await codec.default(picture, { quality, progressive: false, baseline: true }))
}
