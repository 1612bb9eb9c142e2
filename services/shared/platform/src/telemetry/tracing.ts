import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'
import type { Metadata } from '@grpc/grpc-js'

/* Spans are written by hand at our few edges: no module is patched, and a span never sees a raw URL or a body. */
let isTracing = false

export const tracingOn = (): boolean => isTracing
export const turnTracingOn = (): void => {
  isTracing = true
}

const tracer = () => trace.getTracer('balcao')

async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
    throw error
  } finally {
    span.end()
  }
}

/** Runs `work` inside a span when tracing is configured, and plainly otherwise. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  if (!isTracing) return work()
  return tracer().startActiveSpan(name, { attributes, kind }, (span) => finish(span, work))
}

/** The same, continuing the trace a caller's headers name. */
export function continuedSpan<T>(
  name: string,
  headers: Record<string, unknown>,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work()
  const parent = propagation.extract(context.active(), headers)
  return context.with(parent, () => inSpan(name, attributes, work, SpanKind.SERVER))
}

export function serverSpan<T>(name: string, metadata: Metadata, work: () => Promise<T>): Promise<T> {
  return isTracing ? continuedSpan(name, metadata.getMap(), {}, work) : work()
}

/** Writes the current trace into a call's metadata. */
export function injectTrace(metadata: Metadata): void {
  if (!isTracing) return
  propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) })
}

/** W3C `traceparent` of the current span, or ''. For events. */
export function currentTraceparent(): string {
  if (!isTracing) return ''
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? ''
}
