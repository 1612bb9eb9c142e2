import { runPod } from '@balcao/platform'

import { messagingGatewayMigrations } from './migrations'
import { messagingGatewayConfig, createMessagingGatewayService } from './service'

void runPod({
  name: 'messaging-gateway',
  config: messagingGatewayConfig,
  migrations: messagingGatewayMigrations,
  create: createMessagingGatewayService,
})
