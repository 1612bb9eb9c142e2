import type { proto } from '@whiskeysockets/baileys'

const MAX_LAYERS = 64

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/* Every wrapper has its inner message in the field `message`, an edit in `editedMessage`. */
const innerFields = ['message', 'editedMessage'] as const

const listInner = (layer: proto.IMessage): proto.IMessage[] =>
  Object.values(layer).flatMap((value: unknown) =>
    isObject(value)
      ? innerFields.flatMap((field) => {
          const inner = (value as Partial<Record<typeof field, unknown>>)[field]
          return isObject(inner) ? [inner as proto.IMessage] : []
        })
      : [],
  )

/**
 * The message and every message wrapped in it, outermost first, through all wrappers. `isComplete` is false when there
 * are more layers than any known client sends.
 */
export function listLayers(message: proto.IMessage): { layers: proto.IMessage[]; isComplete: boolean } {
  const layers = [message]
  for (let at = 0; at < layers.length && layers.length <= MAX_LAYERS; at += 1) {
    layers.push(...listInner(layers[at] ?? {}))
  }
  return { layers: layers.slice(0, MAX_LAYERS), isComplete: layers.length <= MAX_LAYERS }
}
