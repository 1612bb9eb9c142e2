import { late } from '../../ui/late'

export const QueueSelect = late(
  async () => (await import('./queue-choice')).QueueChoice,
  <span className="manager__queues" />,
)
