import type { ChannelOptions } from '@grpc/grpc-js'

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Both ends: bounded messages, and a half-open peer is noticed within 25 s. */
export const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
}
