import { column, fixed, tableOf } from '@balcao/platform'

import type { GatewayProcess } from '../../features/sharding/process.store'

export const processes = tableOf<GatewayProcess>()(
  'gateway_processes',
  {
    owner: fixed(column.text('owner')),
    rpcAddress: column.text('rpc_address'),
    isDraining: column.bool('draining'),
  },
  // Set by the database's clock.
  { primary: ['owner'], unmapped: ['seen_at'] },
)
