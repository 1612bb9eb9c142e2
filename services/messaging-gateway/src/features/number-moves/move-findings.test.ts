import { capabilities } from '@balcao/contracts'

import { listMoveFindings } from './move-findings'

const none = {
  groups: 0,
  silent: 0,
  campaigns: 0,
  schedules: 0,
  hiddenNumbers: 0,
  queued: 0,
  unconfirmed: 0,
}
const { beta, cloud, simulated } = capabilities

describe('what changes for a number that moves', () => {
  it('leaves out what concerns nobody, not what the network lacks', () => {
    const found = listMoveFindings({ from: beta, to: cloud }, none)
    expect(found.map(({ kind, count }) => [kind, count])).toEqual([
      ['hasGroups', 0],
      ['windowHours', 0],
      ['botTexts', null],
      ...['edits', 'deletes', 'checksNumbers', 'hasPictures', 'hasCalls', 'maxBytes'].map((kind) => [
        kind,
        null,
      ]),
    ])
  })

  it('counts what is planned, hidden or queued', () => {
    const counts = { ...none, campaigns: 1, schedules: 2, hiddenNumbers: 3, queued: 4, unconfirmed: 5 }
    const found = listMoveFindings({ from: simulated, to: cloud }, counts)
    expect(found.filter(({ count }) => count).map(({ kind, count }) => [kind, count])).toEqual([
      ['campaigns', 1],
      ['schedules', 2],
      ['hiddenNumbers', 3],
      ['queued', 4],
      ['unconfirmed', 5],
    ])
  })

  it('is nothing of windows and templates between networks without them', () => {
    const found = listMoveFindings({ from: beta, to: simulated }, { ...none, campaigns: 1, silent: 9 })
    expect(found).toEqual([{ kind: 'hasPictures', count: null }])
  })
})
