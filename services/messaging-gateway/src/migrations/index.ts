import type { MigrationSet } from '@balcao/kernel'

import { createConnections } from './20260901T100000-create-connections'
import { createConversations } from './20260901T101000-create-conversations'
import { createOutbound } from './20260901T102000-create-outbound'
import { createSimulator } from './20260901T103000-create-simulator'
import { createSignalVault } from './20261121T100000-create-signal-vault'
import { growOutbound } from './20261121T110000-grow-outbound'
import { growSimulator } from './20261121T111000-grow-simulator'
import { logConversationMoves } from './20261121T112000-log-conversation-moves'
import { createMediaFetches } from './20261121T113000-create-media-fetches'
import { indexMergedConversations } from './20261121T114000-index-merged-conversations'
import { createAddressBook } from './20261121T120000-create-address-book'
import { createLookups } from './20261121T121000-create-lookups'
import { addLastEnd } from './20261121T122000-add-last-end'
import { createGatewayProcesses } from './20261121T130000-create-gateway-processes'
import { nameApiSends } from './20261122T050000-name-api-sends'
import { hashConnectionTokens } from './20261122T050100-hash-connection-tokens'
import { indexErasures } from './20261122T061000-index-erasures'
import { createSessionEnds } from './20261122T080100-create-session-ends'
import { createWebClient } from './20261122T080200-create-web-client'
import { indexHealth } from './20261122T130500-e-index-health'
import { paceNewChats } from './20261122T131000-b-pace-new-chats'
import { createSessionTroubles } from './20261122T133000-d-create-session-troubles'
import { dropTokenIndex } from './20261122T134000-b-drop-token-index'
import { addPasskey } from './20261122T135000-e-add-passkey'
import { createPlaceholders } from './20261122T135500-c-create-placeholders'
import { announceConnections } from './20261122T230000-announce-connections'
import { nameCampaigns } from './20261122T235100-name-campaigns'
import { createDeliveryReports } from './20261123T031000-create-delivery-reports'
import { createSimulatedTyping } from './20261123T063500-create-simulated-typing'
import { keepWaveforms } from './20261123T064000-keep-waveforms'
import { createApiUsage } from './20261123T064100-create-api-usage'
import { keepThumbnails } from './20261123T081000-keep-thumbnails'
import { keepMediaWaits } from './20261124T211000-keep-media-waits'
import { claimReportsInTurn } from './20261126T030000-claim-reports-in-turn'
import { capCampaigns } from './20261126T171000-cap-campaigns'
import { chooseNumberChecks } from './20261126T170000-choose-number-checks'
import { indexNetworkIds, nameByNetwork } from './20261126T220000-name-by-network'
import { createCloudApi } from './20261127T020000-create-cloud-api'
import { createCloudSignups } from './20261129T090000-create-cloud-signups'
import { addFallbacks } from './20261129T150000-add-fallbacks'
import { createMessageTemplates } from './20261127T060000-create-message-templates'

export const messagingGatewayMigrations: MigrationSet = {
  schema: 'messaging_gateway',
  migrations: [
    createConnections,
    createConversations,
    createOutbound,
    createSimulator,
    createSignalVault,
    growOutbound,
    growSimulator,
    logConversationMoves,
    createMediaFetches,
    indexMergedConversations,
    createAddressBook,
    createLookups,
    addLastEnd,
    createGatewayProcesses,
    nameApiSends,
    hashConnectionTokens,
    indexErasures,
    createSessionEnds,
    createWebClient,
    indexHealth,
    paceNewChats,
    createSessionTroubles,
    dropTokenIndex,
    addPasskey,
    createPlaceholders,
    announceConnections,
    nameCampaigns,
    createDeliveryReports,
    createSimulatedTyping,
    keepWaveforms,
    createApiUsage,
    keepThumbnails,
    keepMediaWaits,
    claimReportsInTurn,
    chooseNumberChecks,
    capCampaigns,
    nameByNetwork,
    indexNetworkIds,
    createCloudApi,
    createMessageTemplates,
    createCloudSignups,
    addFallbacks,
  ],
}
