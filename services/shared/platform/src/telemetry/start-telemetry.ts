import { hostname } from 'node:os'

import type { Running } from '@balcao/kernel'

import { environment } from '../config/config'
import { addMetricReader, flushMetrics } from './metrics'
import { enableTracing } from './tracing'

const NOTHING: Running = { stop: async () => undefined }

const EXPORT_EVERY_MS = 15_000

/**
 * Sends traces and metrics to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; without one nothing is loaded.
 * Call it first: metrics counted before would miss their reader.
 */
export async function startTelemetry(name: string): Promise<Running> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return NOTHING
  const { NodeSDK, core, metrics, resources, tracing } = await import('@opentelemetry/sdk-node')
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  const resource = resources.resourceFromAttributes({
    'service.name': environment.OTEL_SERVICE_NAME ?? name,
    'service.instance.id': environment.POD_NAME ?? hostname(),
  })
  addMetricReader(
    new metrics.PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: EXPORT_EVERY_MS,
    }),
    resource,
  )
  const sdk = new NodeSDK({
    resource,
    // What runs on the machine, and how it was started, is nobody's business at the collector.
    autoDetectResources: false,
    // No baggage: callers from outside would hand theirs to every service.
    textMapPropagator: new core.W3CTraceContextPropagator(),
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
    // Spans are written by hand at our edges: nothing is patched, no raw URL is seen.
    instrumentations: [],
  })
  sdk.start()
  enableTracing()
  return {
    stop: async () => {
      await flushMetrics()
      await sdk.shutdown()
    },
  }
}
