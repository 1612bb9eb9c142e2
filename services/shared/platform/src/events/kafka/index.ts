export { createKafkaTransport, type KafkaTransportOptions } from './create-kafka-transport'
export { ensureTopics } from './ensure-topics'
export { kafkaFields, kafkaSettingsOf, type KafkaSettings } from './kafka-settings'
