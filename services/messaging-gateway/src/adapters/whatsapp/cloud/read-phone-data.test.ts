import { readChatsOfPhone, readContactsOfPhone } from './read-phone-data'

const person = (number: string, name = '', bsuid = '') => ({ number, lid: '', bsuid, name })

it.each([
  [
    'by their whole name',
    [
      {
        type: 'contact',
        action: 'add',
        contact: { full_name: 'Ana Lima', first_name: 'Ana', phone_number: '5511' },
      },
    ],
    [person('5511', 'Ana Lima')],
  ],
  [
    'by their first name, where there is no other',
    [{ type: 'contact', action: 'edit', contact: { first_name: 'Ana', phone_number: '5511' } }],
    [person('5511', 'Ana')],
  ],
  [
    'unless they were removed',
    [{ type: 'contact', action: 'remove', contact: { phone_number: '5511' } }],
    [],
  ],
  ['and nothing else', [{ type: 'label', action: 'add', contact: { phone_number: '5511' } }, null, 'x'], []],
])('the contacts of a phone are read %s', (_name, state_sync, expected) => {
  expect(readContactsOfPhone({ state_sync })).toEqual(expected)
})

it.each([
  [
    'by number and id',
    [
      {
        metadata: { phase: 0 },
        threads: [
          { id: '5511', messages: [] },
          { id: '5512', context: { user_id: 'BR.1' } },
        ],
      },
      { threads: [{ id: 'BR.2', context: { wa_id: '5513', user_id: 'BR.2' } }] },
    ],
    [person('5511'), person('5512', '', 'BR.1'), person('5513', '', 'BR.2')],
  ],
  ['not at all where the owner shares none', [{ errors: [{ code: 2593109 }] }], []],
])('the chats of a phone are read %s', (_name, history, expected) => {
  expect(readChatsOfPhone({ history })).toEqual(expected)
})

it('the files of a history tell of no chats', () => {
  expect(readChatsOfPhone({ messages: [{ id: 'wamid.1', type: 'image' }] })).toEqual([])
})
