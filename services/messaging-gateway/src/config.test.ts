import { randomBytes } from 'node:crypto'

import { readConfig, type ConfigSource } from '@balcao/platform'

import { messagingGatewayConfig } from './config'

const kept: ConfigSource['secrets'] = { keep: () => randomBytes(32).toString('base64url') }
const key = randomBytes(32).toString('base64')
const read = (variables: Record<string, string>, secrets?: ConfigSource['secrets']) =>
  readConfig(messagingGatewayConfig, {
    variables: { WHATSAPP_ID_KEY: 'x'.repeat(32), ...variables },
    ...(secrets && { secrets }),
  })

describe('the vault’s keys in the configuration', () => {
  it('are made where secrets are', () => {
    expect(read({}, kept).vaultKeys.current.id).toBe('default')
  })

  it('must be given elsewhere', () => {
    expect(() => read({})).toThrow('WHATSAPP_VAULT_KEYS is required')
  })

  it('are read in order, a machine’s own key among them', () => {
    const { vaultKeys } = read({ WHATSAPP_VAULT_KEYS: `2027:${key},${kept?.keep('')}` })
    expect([...vaultKeys.keys.keys()]).toEqual(['2027', 'default'])
  })

  it('are refused at start with a reason that does not show them', () => {
    const refused = () => read({ WHATSAPP_VAULT_KEYS: `2027:${key}=,default:${key}` })
    expect(refused).toThrow('WHATSAPP_VAULT_KEYS must be base64 of exactly 32 bytes behind the name "2027"')
    expect(refused).not.toThrow(key.slice(0, 10))
  })
})
