import { ConnectionSnapshot } from '../gen/desk/messaging/v1/messaging_events'
import { capabilities } from '../rules/capabilities'
import { connectionView } from './connection-view'

const snapshot = (provider: string) =>
  ConnectionSnapshot.fromPartial({ provider, createdAt: new Date(), updatedAt: new Date() })

describe('the view of a connection', () => {
  it.each(['beta', 'simulated', 'cloud'] as const)('says its provider: %s', (provider) => {
    const view = connectionView(snapshot(provider))
    expect(view.provider).toBe(provider)
    expect(view.capabilities.linksBy).toEqual(capabilities[provider].linksBy)
  })

  it.each(['api', '', 'BETA'])('does not make a real phone of the provider %j', (provider) => {
    expect(() => connectionView(snapshot(provider))).toThrow('unknown provider')
  })
})
