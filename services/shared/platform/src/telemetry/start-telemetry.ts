import { hostname } from 'node:os'

import type { Running } from '@balcao/kernel'

import { environment } from '../config/config'
import { addMetricReader, flushMetrics } from './metrics'
import { enableTracing } from './tracing'

const NOTHING: Running = { stop: async () => undefined }

const EXPORT_EVERY_MS = 15_000

/**
 * Sends traces and metrics to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; without one nothing is loaded.
 * Call it first: metrics counted earlier would miss the reader.
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
    // No process attributes: command line and host details are not exported.
    autoDetectResources: false,
    // No baggage: outside callers could inject theirs into every service.
    textMapPropagator: new core.W3CTraceContextPropagator(),
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
    // Spans are created at our edges: nothing is patched, no raw URL is exported.
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
