import { MINUTE, SECOND } from '@balcao/kernel'
import type { ChannelOptions } from '@grpc/grpc-js'

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/* For client and server: bounded messages; a dead or half-open peer is noticed within 13 s, also between calls. */
const bothEnds: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 10 * SECOND,
  'grpc.keepalive_timeout_ms': 3 * SECOND,
  'grpc.keepalive_permit_without_calls': 1,
}

/** Round robin over all processes of a service. @param idempotent paths (`/desk.auth.v1.AuthService/GetUsers`) that may be retried. */
export const clientOptions = (idempotent: readonly string[]): ChannelOptions => ({
  ...bothEnds,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2 * SECOND,
  'grpc.dns_min_time_between_resolutions_ms': 2 * SECOND,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: idempotent.length === 0 ? [] : [{ name: idempotent.map(splitPath), retryPolicy }],
  }),
})

/* Retries end with the call's deadline. */
const retryPolicy = {
  maxAttempts: 3,
  initialBackoff: '0.1s',
  maxBackoff: '1s',
  backoffMultiplier: 3,
  retryableStatusCodes: ['UNAVAILABLE'],
}

function splitPath(path: string): { service: string; method: string } {
  const [, service = '', method = ''] = path.split('/')
  return { service, method }
}

/** @param isRemote over the network connections have a maximum age, so that callers find new processes. */
export const serverOptions = (isRemote: boolean): ChannelOptions => ({
  ...bothEnds,
  ...(isRemote
    ? { 'grpc.max_connection_age_ms': 2 * MINUTE, 'grpc.max_connection_age_grace_ms': 30 * SECOND }
    : {}),
})
