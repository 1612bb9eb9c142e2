import { connectionProviders } from '../http/connections.routes'
import {
  capabilities,
  hasSmallerFiles,
  linksByCredentials,
  listLosses,
  lossKinds,
  officialProvider,
  type Capabilities,
} from './capabilities'

/* Properties of the network that nobody misses, or that the official API alone has. */
const unmissed: readonly (keyof Capabilities)[] = [
  'isSimulated',
  'isIdempotent',
  'needsHumanPace',
  'hasTemplates',
  'asksNumbers',
]

describe('what a connection loses that changes its network', () => {
  it('is read from the table: each property with yes or no is missed, or named here', () => {
    const named = Object.entries(capabilities.beta).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [name] : [],
    )
    expect([...lossKinds, ...unmissed].toSorted()).toEqual(named.toSorted())
  })

  it('is what the one has and the other has not', () => {
    const { beta, cloud, simulated } = capabilities
    expect(listLosses(beta, cloud)).toEqual([
      'hasGroups',
      'edits',
      'deletes',
      'checksNumbers',
      'hasPictures',
      'hasCalls',
    ])
    expect(listLosses(simulated, cloud)).not.toContain('hasPictures')
    expect(listLosses(cloud, cloud)).toEqual([])
    expect([hasSmallerFiles(beta, cloud), hasSmallerFiles(cloud, beta)]).toEqual([true, false])
  })

  it('concerns the one network whose credentials are entered', () => {
    const entered = connectionProviders.filter((one) => linksByCredentials(capabilities[one]))
    expect(entered).toEqual([officialProvider])
  })
})
