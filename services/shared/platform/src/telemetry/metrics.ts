import type { Meter } from '@opentelemetry/api'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider, MetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics'

/** Few-valued labels only: a method, a state, a kind. Ids belong in the log. */
export type Labels = Record<string, string | number>

export interface Counter {
  add(value?: number, labels?: Labels): void
}

export interface Histogram {
  record(value: number, labels?: Labels): void
}

/* Collects when asked; nothing is pushed and no port is opened. */
class ScrapeReader extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve()
  }
  protected override onShutdown(): Promise<void> {
    return Promise.resolve()
  }
}

const scrape = new ScrapeReader()
const serializer = new PrometheusSerializer('', false)
let extraReaders: IMetricReader[] = []
let provider: MeterProvider | undefined

/* Made at first use, so that telemetry can add its OTLP reader before any instrument exists. */
function meter(): Meter {
  provider ??= new MeterProvider({ readers: [scrape, ...extraReaders] })
  return provider.getMeter('balcao')
}

/** Adds a push reader. Throws after the first instrument was used: a reader would miss what was counted. */
export function addMetricReader(reader: IMetricReader): void {
  if (provider) throw new Error('metric readers must be added before the first metric is counted')
  extraReaders = [...extraReaders, reader]
}

/** A counter that only rises: `counter('balcao_tickets_accepted_total', 'Tickets accepted by an agent')`. */
export function counter(name: string, help: string): Counter {
  let instrument: ReturnType<Meter['createCounter']> | undefined
  return {
    add: (value = 1, labels) => {
      instrument ??= meter().createCounter(name, { description: help })
      instrument.add(value, labels)
    },
  }
}

/** A distribution. Name the unit: `balcao_http_request_ms`. */
export function histogram(name: string, help: string): Histogram {
  let instrument: ReturnType<Meter['createHistogram']> | undefined
  return {
    record: (value, labels) => {
      instrument ??= meter().createHistogram(name, { description: help })
      instrument.record(value, labels)
    },
  }
}

/** A value read when someone looks (queue depths, open sockets). */
export function gauge(name: string, help: string, read: () => number): void {
  meter()
    .createObservableGauge(name, { description: help })
    .addCallback((result) => result.observe(read()))
}

/** Values read when someone looks, one for each set of labels (sessions, shards). Few labels: each is kept by who scrapes. */
export function gauges(
  name: string,
  help: string,
  read: () => Iterable<{ value: number; labels: Record<string, string | number> }>,
): void {
  meter()
    .createObservableGauge(name, { description: help })
    .addCallback((result) => {
      for (const { value, labels } of read()) result.observe(value, labels)
    })
}

/** Everything counted so far, in Prometheus' text format. */
export async function metricsText(): Promise<string> {
  meter()
  const { resourceMetrics } = await scrape.collect()
  return serializer.serialize(resourceMetrics)
}

/** Hands what was counted to the push reader, before the process ends. */
export async function flushMetrics(): Promise<void> {
  await provider?.forceFlush()
}
