export { createKafkaTransport, type KafkaTransportOptions } from './create-kafka-transport'
export { ensureTopics } from './ensure-topics'
export { kafkaFields, buildKafkaSettings, type KafkaSettings } from './kafka-settings'
export {
  createTopicWriter,
  type TopicRecord,
  type TopicWriter,
  type TopicWriterOptions,
} from './topic-writer'
export { alignGenerations } from './generations/align-generations'
export { retireTopic } from './generations/retire-topic'
export { switchTopic, type SwitchOptions, type SwitchStep } from './generations/switch-topic'
