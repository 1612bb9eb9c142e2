import { createInProcessTransport } from '@balcao/platform'
import { describeEventLog } from '@balcao/testkit'

describeEventLog(
  { name: 'the in-process transport', carriedBy: 'process', open: createInProcessTransport },
  { events: 100_000 },
)
