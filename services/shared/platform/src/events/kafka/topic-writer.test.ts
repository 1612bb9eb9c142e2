import { createTopicWriter } from './topic-writer'

const settings = {
  // Nobody listens there.
  brokers: ['127.0.0.1:1'],
  tls: false,
  username: undefined,
  password: undefined,
  mechanism: 'plain' as const,
  topicPrefix: '',
  partitions: 1,
  replication: 1,
  publicEventsTopic: 'events',
}

it('a writer that waits for a broker ends as soon as it is told to stop', async () => {
  const writer = createTopicWriter({ settings, topic: 'events', clientId: 'a-test' })
  const stopping = new AbortController()
  const writing = writer.write([{ key: 'k', value: 'v', headers: {} }], stopping.signal)
  stopping.abort()
  await expect(writing).rejects.toThrow('stopped')
  await expect(writer.write([], stopping.signal)).resolves.toBe(0)
  await writer.close()
})
