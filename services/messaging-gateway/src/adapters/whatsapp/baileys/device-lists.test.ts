import { DeviceLists } from './device-lists'

const ANA = '77000000000001@lid'

describe('the devices of people', () => {
  it('are kept while the server hashes them alike, and asked for once when it does not', () => {
    const lists = new DeviceLists()
    const set = () => lists.set('77000000000001', [{ device: 0 }])
    set()
    lists.acked(ANA, undefined)
    expect(lists.get('77000000000001')).toEqual([{ device: 0 }])
    lists.acked(ANA, '2:abc')
    expect(lists.get('77000000000001')).toBeUndefined()
    set()
    lists.acked(ANA, '2:abc')
    expect(lists.get('77000000000001')).toEqual([{ device: 0 }])
    lists.acked(ANA, '2:def')
    expect(lists.get('77000000000001')).toBeUndefined()
  })

  it('of others stay, and groups have none', () => {
    const lists = new DeviceLists()
    lists.set('5511999990001', [])
    lists.acked(ANA, '2:abc')
    lists.acked('120363000000000000@g.us', '2:abc')
    expect(lists.get('5511999990001')).toEqual([])
  })
})
