import type { Sink } from './find-leaks'

/** A span as a collector receives it. */
export interface Span {
  service: string
  traceId: string
  spanId: string
  /** Empty for a root span. */
  parentId: string
  name: string
  attributes: Record<string, string>
}

type Field = readonly [number: number, bytes: Buffer]

/* Minimal protobuf decoder: length-delimited fields; numbers are skipped. */
function parseFields(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let [value, weight] = [0, 1]
    for (;;) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * weight
      if (byte < 128) return value
      weight *= 128
    }
  }
  const skipped: Record<number, number> = { 1: 8, 5: 4 }
  while (at < message.length) {
    const tag = varint()
    const kind = tag & 7
    if (kind === 2) {
      const length = varint()
      fields.push([tag >> 3, message.subarray(at, (at += length))])
    } else if (kind === 0) varint()
    else at += skipped[kind] ?? message.length
  }
  return fields
}

const all = (message: Buffer, number: number): Buffer[] =>
  parseFields(message)
    .filter(([own]) => own === number)
    .map(([, bytes]) => bytes)
const one = (message: Buffer, number: number): Buffer => all(message, number)[0] ?? Buffer.alloc(0)

/* `KeyValue` with an `AnyValue`; only strings are decoded. */
const attributesIn = (message: Buffer, number: number): Record<string, string> =>
  Object.fromEntries(
    all(message, number).map((pair) => [one(pair, 1).toString(), one(one(pair, 2), 1).toString()]),
  )

const parseSpan = (service: string, span: Buffer): Span => ({
  service,
  traceId: one(span, 1).toString('hex'),
  spanId: one(span, 2).toString('hex'),
  parentId: one(span, 4).toString('hex'),
  name: one(span, 5).toString(),
  attributes: attributesIn(span, 9),
})

/** The spans of a request to `/v1/traces` (`ExportTraceServiceRequest`). */
export const parseSpans = (sinks: readonly Sink[]): Span[] =>
  sinks
    .filter(({ kind }) => kind === 'trace')
    .flatMap(({ data }) => all(data, 1))
    .flatMap((resourceSpans) => {
      const service = attributesIn(one(resourceSpans, 1), 1)['service.name'] ?? ''
      const spans = all(resourceSpans, 2).flatMap((scope) => all(scope, 2))
      return spans.map((span) => parseSpan(service, span))
    })
