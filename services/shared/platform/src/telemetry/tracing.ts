import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import type { Metadata } from '@grpc/grpc-js'
import { errorStatus } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/* Spans are written by hand at our few edges: no module is patched, and a span never sees a raw URL or a body. */
let isTracing = false

export const isTracingEnabled = (): boolean => isTracing
export const enableTracing = (): void => {
  isTracing = true
}

const tracer = () => trace.getTracer('balcao')

/* A refusal is an answer like any other. Texts of errors may quote what they were about. */
function noteFailure(span: Span, error: unknown): void {
  const isOurs = error instanceof AppError
  span.setAttribute('error.type', isOurs ? error.code : error instanceof Error ? error.name : 'unknown')
  if (!isOurs || errorStatus[error.kind].http >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    noteFailure(span, error)
    throw error
  } finally {
    span.end()
  }
}

interface SpanPlan {
  name: string
  kind: SpanKind
  attributes?: Attributes
  parent: Context
}

function runSpan<T>({ name, kind, attributes = {}, parent }: SpanPlan, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, kind }, parent, (span) => finish(span, work))
}

/* What nobody sent along begins a trace of its own, whatever runs here at the moment. */
const parentIn = (headers: Record<string, unknown>): Context => propagation.extract(ROOT_CONTEXT, headers)

/** Runs `work` inside a span when tracing is configured, and plainly otherwise. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  return isTracing ? runSpan({ name, kind, attributes, parent: context.active() }, work) : work()
}

/** A trace that begins here: something came from outside of the installation. */
export function newTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  return isTracing ? runSpan({ name, kind: SpanKind.CONSUMER, parent: ROOT_CONTEXT }, work) : work()
}

/** Continues the trace that a request's headers name; they are looked at only while there are traces. */
export function serverSpan<T>(
  name: string,
  headers: () => Record<string, unknown>,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return isTracing
    ? runSpan({ name, kind: SpanKind.SERVER, attributes, parent: parentIn(headers()) }, work)
    : work()
}

/** Continues the trace of the transaction that wrote an event. */
export function consumerSpan<T>(
  name: string,
  event: { traceparent: string },
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const plan = () => ({ name, kind: SpanKind.CONSUMER, attributes, parent: parentIn({ ...event }) })
  return isTracing ? runSpan(plan(), work) : work()
}

/** Around something that is handed out at once. Without `traceparent` it is part of what runs here. */
export function producerSpan(name: string, traceparent: string | undefined, work: () => void): void {
  if (!isTracing) return work()
  const parent = traceparent === undefined ? context.active() : parentIn({ traceparent })
  tracer().startActiveSpan(name, { kind: SpanKind.PRODUCER }, parent, (span) => {
    try {
      work()
    } finally {
      span.end()
    }
  })
}

/** Runs `work` as part of the trace that `body`, an event as it is carried, belongs to; no span is written. */
export function runInTraceOf<T>(body: unknown, work: () => T): T {
  if (!isTracing || typeof body !== 'object' || body === null) return work()
  return context.with(parentIn({ ...body }), work)
}

/** Runs `work` as part of no trace: what it starts outlives whoever runs now. */
export const untraced = <T>(work: () => T): T => (isTracing ? context.with(ROOT_CONTEXT, work) : work())

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

/** The current trace and span as log lines name them; nothing without a trace. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const current = isTracing ? trace.getActiveSpan()?.spanContext() : undefined
  if (!current || !isSpanContextValid(current)) return {}
  return { trace_id: current.traceId, span_id: current.spanId }
}
