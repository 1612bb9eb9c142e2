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

/* Spans are created at our edges: no module is patched, and a span never contains a raw URL or a body. */
let isTracing = false

export const enableTracing = (): void => {
  isTracing = true
}

const tracer = () => trace.getTracer('balcao')

/* A refusal is a normal answer. Error texts may quote message content. */
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

/* Without a parent it starts a new trace, whatever span is active. */
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

/** Starts a trace: for input from outside the installation. */
export function newTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  return isTracing ? runSpan({ name, kind: SpanKind.CONSUMER, parent: ROOT_CONTEXT }, work) : work()
}

/** Continues the trace of a request's headers; `headers` is only called when tracing is enabled. */
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

/** A producer span. Without `traceparent` it belongs to the active trace. */
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

/** Runs `work` in the trace of `body`, an event as transported; writes no span. */
export function continueTrace<T>(body: unknown, work: () => T): T {
  if (!isTracing || typeof body !== 'object' || body === null) return work()
  return context.with(parentIn({ ...body }), work)
}

/** Runs `work` outside any trace: for work that outlives the current span. */
export const untraced = <T>(work: () => T): T => (isTracing ? context.with(ROOT_CONTEXT, work) : work())

/** Injects the current trace into a call's metadata. */
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

/** Trace and span ids for log lines; empty without a trace. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const current = isTracing ? trace.getActiveSpan()?.spanContext() : undefined
  if (!current || !isSpanContextValid(current)) return {}
  return { trace_id: current.traceId, span_id: current.spanId }
}
