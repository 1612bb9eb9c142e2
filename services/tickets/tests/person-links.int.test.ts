import { arrive, desk, happens, NUMBER, rows, tickets, useMessageDesk, written } from './message-desk'
import { clearOutbox, COMPANY, FOREIGN, outbox, received } from './support'

useMessageDesk()

describe('number and LID of one person', () => {
  const LID = '99887766'
  const joana = { number: NUMBER, lid: LID, name: 'Joana' }
  const merged = (undone = false, company = COMPANY) =>
    arrive(
      happens(
        'conversationsMerged',
        { connectionId: 1, survivorId: 'a', otherIds: ['b'], undone, person: joana },
        company,
      ),
    )
  const byLid = { remoteJid: `${LID}@lid`, contact: { number: '', lid: LID, name: 'J' } }
  const contacts = () => rows('SELECT * FROM tickets.contacts ORDER BY id')
  const identities = () =>
    rows('SELECT kind, value, contact_id FROM tickets.contact_identities ORDER BY kind, value')

  it('become one contact with the link’s event, as with a message that carries both', async () => {
    await written()
    await arrive(received(desk, byLid))
    await merged()
    const [kept, ...others] = await contacts()
    expect(others).toEqual([])
    expect((await tickets()).map((row) => [row['contact_id'], row['status']])).toEqual([
      [kept?.['id'], 'open'],
      [kept?.['id'], 'closed'],
    ])
    expect(await rows('SELECT kept_id FROM tickets.contact_merges')).toHaveLength(1)
    expect(await outbox(desk, 'contactDeleted')).toHaveLength(1)
  })

  it('live apart again when it is undone: contact, identity, ticket and number', async () => {
    await arrive(received(desk, byLid))
    await arrive(received(desk, { name: 'Joana' }))
    const before = [await contacts(), await identities()]
    await merged()
    expect(await contacts()).toMatchObject([{ name: 'J', number: NUMBER }])
    await clearOutbox(desk)
    await merged(true)
    const [first, second] = await contacts()
    expect([first, second]).toMatchObject([
      { name: 'J', number: '' },
      { name: 'Joana', number: NUMBER },
    ])
    expect(await identities()).toEqual(before[1])
    expect((await tickets()).map((row) => [row['contact_id'], row['status']])).toEqual([
      [first?.['id'], 'pending'],
      [second?.['id'], 'closed'],
    ])
    expect(await outbox(desk, 'contactChanged')).toHaveLength(2)
    await merged(true)
    expect(await contacts()).toHaveLength(2)
    expect((await contacts()).map(({ id }) => id)).toEqual(before[0]?.map(({ id }) => id))
    await arrive(received(desk, byLid))
    await arrive(received(desk, {}))
    expect(await contacts()).toHaveLength(2)
  })

  it('stay apart though messages carry both: the name of the chat says whose they are', async () => {
    await arrive(received(desk, byLid))
    await arrive(received(desk, { name: 'Joana' }))
    await merged()
    await merged(true)
    await rows('DELETE FROM tickets.tickets')
    await arrive(received(desk, { contact: joana, body: 'pelo número' }))
    await arrive(received(desk, { contact: joana, remoteJid: `${LID}@lid`, body: 'pelo LID' }))
    const [first, second] = await contacts()
    expect((await tickets()).map((row) => [row['contact_id'], row['last_message']])).toEqual([
      [second?.['id'], 'pelo número'],
      [first?.['id'], 'pelo LID'],
    ])
    expect([first?.['number'], (await identities()).length]).toEqual(['', 2])
  })

  it('are one with the id of the official API, too, and messages without the number are theirs', async () => {
    const bsuid = 'BR.1349120865'
    const scoped = { number: NUMBER, lid: '', bsuid, name: 'Joana' }
    const hidden = { remoteJid: `${bsuid}@bsuid`, contact: { ...scoped, number: '' } }
    await arrive(received(desk, { contact: joana }))
    await arrive(received(desk, { ...hidden, body: 'quem sou eu?' }))
    const [, stranger] = await contacts()
    expect(stranger).toMatchObject({ name: 'Joana', number: '' })
    await arrive(received(desk, { contact: scoped, body: 'sou eu' }))
    expect(await contacts()).toMatchObject([{ number: NUMBER }])
    expect(await identities()).toMatchObject([
      { kind: 'bsuid', value: bsuid },
      { kind: 'lid', value: LID },
      { kind: 'phone' },
    ])
    await arrive(received(desk, { ...hidden, body: 'de novo' }))
    expect(await contacts()).toHaveLength(1)
    await clearOutbox(desk)
    await merged()
    expect(await contacts()).toHaveLength(1)
  })

  it('stay two where one of them has another LID already', async () => {
    await arrive(received(desk, { contact: { ...joana, lid: '11111111' } }))
    await arrive(received(desk, byLid))
    await arrive(received(desk, { contact: joana }))
    await merged()
    expect(await contacts()).toHaveLength(2)
    expect(await identities()).toHaveLength(3)
  })

  it('are unlinked where nothing had been merged', async () => {
    await written()
    await merged()
    expect(await identities()).toHaveLength(2)
    await merged(true)
    expect(await identities()).toMatchObject([{ kind: 'phone' }])
  })

  it('create no contact, and touch no other company', async () => {
    await merged()
    expect(await contacts()).toEqual([])
    await written()
    await merged(false, FOREIGN)
    expect(await identities()).toMatchObject([{ kind: 'phone' }])
  })
})
