import { createInProcessTransport } from '@balcao/platform'
import { describeEventLog } from '@balcao/testkit'

/* As many kills as the 20,000 events of brokers have, with fewer events between them; the soak has 100,000. */
describeEventLog(
  { name: 'the in-process transport', carriedBy: 'process', open: createInProcessTransport },
  { events: 3_000, kills: 6 },
)

describeEventLog(
  {
    name: 'the in-process transport, rows from memory',
    carriedBy: 'process',
    carriesRows: true,
    open: createInProcessTransport,
  },
  { events: 3_000, kills: 6 },
)
