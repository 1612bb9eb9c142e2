import type { Meter } from '@opentelemetry/api'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider, MetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics'
import type { resources } from '@opentelemetry/sdk-node'

/** Labels with few values: a method, a state, a kind. Ids belong in the log. */
export type Labels = Record<string, string | number>

export interface Counter {
  add(value?: number, labels?: Labels): void
}

export interface Histogram {
  record(value: number, labels?: Labels): void
}

export interface Observed {
  value: number
  labels?: Labels
}

/** Values read at each collection. */
export interface Gauge {
  /** `read` is cheap and synchronous. Called until the returned function is called. */
  observe(read: () => Iterable<Observed>): () => void
}

export interface MetricInfo {
  name: string
  kind: 'counter' | 'histogram' | 'gauge'
}

/* Collects on request; pushes nothing and opens no port. */
class ScrapeReader extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve()
  }
  protected override onShutdown(): Promise<void> {
    return Promise.resolve()
  }
}

type Readers = Set<() => Iterable<Observed>>

const scrape = new ScrapeReader()
const serializer = new PrometheusSerializer('', false)
const known = new Map<string, MetricInfo>()
const gauges = new Map<string, { help: string; readers: Readers }>()
let extraReaders: IMetricReader[] = []
let resource: resources.Resource | undefined
let provider: MeterProvider | undefined

function observe(meter: Meter, name: string): void {
  const { help, readers }: { help: string; readers: Readers } = gauges.get(name) ?? {
    help: '',
    readers: new Set(),
  }
  meter.createObservableGauge(name, { description: help }).addCallback((result) => {
    for (const read of readers) for (const { value, labels } of read()) result.observe(value, labels)
  })
}

/* Created at first use, so that telemetry can add its OTLP reader before any instrument exists. */
function meter(): Meter {
  if (provider) return provider.getMeter('balcao')
  provider = new MeterProvider({ readers: [scrape, ...extraReaders], ...(resource && { resource }) })
  const made = provider.getMeter('balcao')
  for (const name of gauges.keys()) observe(made, name)
  return made
}

/**
 * Adds a push reader and the resource attributes. Throws after the first instrument was used: the reader would miss
 * earlier counts.
 */
export function addMetricReader(reader: IMetricReader, self: resources.Resource): void {
  if (provider) throw new Error('metric readers must be added before the first metric is counted')
  extraReaders = [...extraReaders, reader]
  resource = self
}

/** A monotonic counter: `counter('balcao_tickets_accepted_total', 'Tickets accepted by an agent')`. */
export function counter(name: string, help: string): Counter {
  known.set(name, { name, kind: 'counter' })
  let instrument: ReturnType<Meter['createCounter']> | undefined
  return {
    add: (value = 1, labels) => {
      instrument ??= meter().createCounter(name, { description: help })
      instrument.add(value, labels)
    },
  }
}

/** Upper ends of a histogram's buckets, in milliseconds: OpenTelemetry's own, with 3 s between. */
export const BUCKETS_WITH_3_S = [
  0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 3_000, 5_000, 7_500, 10_000,
]

/**
 * A distribution. Name the unit: `balcao_http_request_ms`.
 * @param buckets their upper ends; an objective is counted at one of them. Otherwise 0 to 10,000.
 */
export function histogram(name: string, help: string, buckets?: number[]): Histogram {
  known.set(name, { name, kind: 'histogram' })
  let instrument: ReturnType<Meter['createHistogram']> | undefined
  return {
    record: (value, labels) => {
      instrument ??= meter().createHistogram(name, {
        description: help,
        ...(buckets && { advice: { explicitBucketBoundaries: buckets } }),
      })
      instrument.record(value, labels)
    },
  }
}

/** Queue depths, open sockets, sessions. Few label values: the collector stores each. */
export function gauge(name: string, help: string): Gauge {
  known.set(name, { name, kind: 'gauge' })
  const readers: Readers = gauges.get(name)?.readers ?? new Set()
  if (!gauges.has(name)) {
    gauges.set(name, { help, readers })
    if (provider) observe(meter(), name)
  }
  return {
    observe: (read) => {
      const own = () => read()
      readers.add(own)
      return () => void readers.delete(own)
    },
  }
}

/** Every metric that the loaded code declares. */
export const metricCatalogue = (): MetricInfo[] => [...known.values()]

/** All metrics in Prometheus' text format. */
export async function metricsText(): Promise<string> {
  meter()
  const { resourceMetrics } = await scrape.collect()
  return serializer.serialize(resourceMetrics)
}

/** Flushes metrics to the push reader, before the process ends. */
export async function flushMetrics(): Promise<void> {
  await provider?.forceFlush()
}
