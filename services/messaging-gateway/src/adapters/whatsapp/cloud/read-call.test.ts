import { readCall } from './read-call'

const read = (over: object) =>
  readCall(
    { id: 'wacid.1', from: '5511999990001', direction: 'USER_INITIATED', timestamp: '1795000000', ...over },
    { profile: { name: 'Rita' } },
  )
const rings = {
  event: 'rings',
  waId: 'wacid.1',
  chat: { phone: '5511999990001' },
  contact: { number: '5511999990001', lid: '', bsuid: '', name: 'Rita' },
  isVideo: false,
  sentAt: new Date(1_795_000_000_000),
}

describe('an event of a call', () => {
  it.each([
    ['rings', { event: 'connect' }, rings],
    [
      'rings, of one who hides the number',
      { event: 'connect', from: undefined, from_user_id: 'BR.1' },
      { ...rings, chat: { bsuid: 'BR.1' }, contact: { ...rings.contact, number: '', bsuid: 'BR.1' } },
    ],
    [
      'was missed',
      { event: 'terminate', status: 'FAILED' },
      { ...rings, event: 'missed', waId: 'wacid.1:missed' },
    ],
    ['was missed, in other letters', { event: 'terminate', status: 'Failed' }, { event: 'missed' }],
  ])('%s', (_name, over, call) => {
    expect(read(over)).toMatchObject({ as: 'call', call })
  })

  it.each([
    ['another program took', { event: 'terminate', status: 'Completed' }],
    ['we made', { event: 'connect', direction: 'BUSINESS_INITIATED' }],
    ['has a recording', { event: 'call_recording_available' }],
  ])('that %s shows nothing', (_name, over) => {
    expect(read(over)).toEqual({ as: 'nothing' })
  })

  it.each([
    ['an id', { id: '' }],
    ['a caller', { from: '' }],
  ])('is not read without %s', (_name, over) => {
    expect(read({ event: 'connect', ...over })).toMatchObject({ as: 'unreadable' })
  })
})
