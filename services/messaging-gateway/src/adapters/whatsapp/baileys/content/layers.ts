import type { proto } from '@whiskeysockets/baileys'

import { fields, type Wrapper } from './message-fields'

const MAX_LAYERS = 64

export const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

export const isWrapper = (fate: unknown): fate is Wrapper =>
  typeof fate === 'object' && fate !== null && 'unwrap' in fate

function within(layer: proto.IMessage): proto.IMessage[] {
  return Object.entries(layer).flatMap(([name, value]) => {
    const fate = isField(name) && value != null ? fields[name] : undefined
    const inner = isWrapper(fate) ? fate.unwrap(value) : undefined
    return inner && inner !== 'nothing' ? [inner] : []
  })
}

/**
 * The message and everything wrapped in it, outermost first, whichever wrapper a reader would open. `isWhole` is false
 * when there is more than an honest app would make.
 */
export function layersOf(message: proto.IMessage): { layers: proto.IMessage[]; isWhole: boolean } {
  const layers = [message]
  for (let at = 0; at < layers.length && layers.length <= MAX_LAYERS; at += 1) {
    layers.push(...within(layers[at] ?? {}))
  }
  return { layers: layers.slice(0, MAX_LAYERS), isWhole: layers.length <= MAX_LAYERS }
}
