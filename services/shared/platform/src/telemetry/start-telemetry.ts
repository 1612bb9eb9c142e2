import type { Running } from '@balcao/kernel'

import { environment } from '../config/config'
import { addMetricReader, flushMetrics } from './metrics'
import { turnTracingOn } from './tracing'

const NOTHING: Running = { stop: async () => undefined }

const EXPORT_EVERY_MS = 15_000

/**
 * Sends traces and metrics to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; without one nothing is loaded.
 * Call it first: metrics counted before would miss their reader.
 */
export async function startTelemetry(name: string): Promise<Running> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return NOTHING
  const { NodeSDK, metrics, tracing } = await import('@opentelemetry/sdk-node')
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  addMetricReader(
    new metrics.PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: EXPORT_EVERY_MS,
    }),
  )
  const sdk = new NodeSDK({
    serviceName: environment.OTEL_SERVICE_NAME ?? name,
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
    // Spans are written by hand at our edges: nothing is patched, no raw URL is seen.
    instrumentations: [],
  })
  sdk.start()
  turnTracingOn()
  return {
    stop: async () => {
      await flushMetrics()
      await sdk.shutdown()
    },
  }
}
