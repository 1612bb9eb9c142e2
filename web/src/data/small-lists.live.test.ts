import type { QueueView, ScheduleView } from '@balcao/contracts'

import { buildTicket } from '../testing/builders'
import { queues, tags } from '../testing/desk-builders'
import { applyQueueEvent } from './queues.live'
import { applyScheduleEvent } from './schedules.live'
import { applyTagEvent } from './tags.live'
import { applyTagToTicket } from './ticket-references'

const queue = (own: Partial<QueueView>): QueueView => ({
  schedules: [],
  promptId: null,
  integrationId: null,
  timeZone: null,
  mediaPath: null,
  mediaName: null,
  id: 9,
  name: 'Nova',
  color: '#000000',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: 0,
  companyId: 1,
  ...own,
})
const schedule = (own: Partial<ScheduleView>): ScheduleView => ({
  id: 1,
  body: 'lembrete',
  sendAt: '2026-12-01T12:00:00.000Z',
  sentAt: null,
  status: 'PENDENTE',
  contactId: 1,
  contact: { id: 1, name: 'Helena' },
  userId: 1,
  user: { id: 1, name: 'Marina' },
  mediaPath: null,
  mediaName: null,
  media: null,
  whatsappId: null,
  template: null,
  companyId: 1,
  createdAt: '',
  updatedAt: '',
  ...own,
})

describe('all queues after an event', () => {
  it('stand in their order', () =>
    expect(
      applyQueueEvent(queues, { action: 'update', queue: queue({ orderQueue: 1 }) }).map(({ id }) => id),
    ).toEqual([1, 2, 9, 3]))
  it('lose a deleted one', () =>
    expect(applyQueueEvent(queues, { action: 'delete', queueId: 2 }).map(({ id }) => id)).toEqual([1, 3]))
})

describe('all tags after an event', () => {
  it('stand by name, a changed one once', () =>
    expect(
      applyTagEvent(tags, {
        action: 'update',
        tag: { id: 1, name: 'Zelo', color: '#AD1457', kanban: 0, userId: null },
      }).map(({ name }) => name),
    ).toEqual(['Retorno', 'Troca', 'Zelo']))
  it('lose a deleted one', () => expect(applyTagEvent(tags, { action: 'delete', tagId: 2 })).toHaveLength(2))
})

describe('a ticket after an event of a tag', () => {
  const ticket = buildTicket({
    tags: [
      { id: 1, name: 'VIP', color: '#AD1457' },
      { id: 2, name: 'Zelo', color: '#000000' },
    ],
  })
  const renamed = { id: 2, name: 'Atraso', color: '#111111', kanban: 1, userId: null }
  it('has its new name, by name', () =>
    expect(applyTagToTicket(ticket, { action: 'update', tag: renamed }).tags).toEqual([
      { id: 2, name: 'Atraso', color: '#111111' },
      { id: 1, name: 'VIP', color: '#AD1457' },
    ]))
  it('has no deleted one', () =>
    expect(applyTagToTicket(ticket, { action: 'delete', tagId: 1 }).tags.map(({ id }) => id)).toEqual([2]))
  it('without it is the same', () =>
    expect(applyTagToTicket(ticket, { action: 'delete', tagId: 9 })).toBe(ticket))
})

describe("a contact's schedules after an event", () => {
  const later = schedule({ id: 1, sendAt: '2026-12-02T12:00:00.000Z' })
  it('stand by the time they are due', () =>
    expect(
      applyScheduleEvent([later], 1, { action: 'create', schedule: schedule({ id: 2 }) }).map(({ id }) => id),
    ).toEqual([2, 1]))
  it('ignore those of other contacts', () =>
    expect(
      applyScheduleEvent([later], 1, { action: 'create', schedule: schedule({ id: 2, contactId: 5 }) }),
    ).toEqual([later]))
  it('lose one that moved to another contact', () =>
    expect(
      applyScheduleEvent([later], 1, { action: 'update', schedule: { ...later, contactId: 5 } }),
    ).toEqual([]))
  it('lose a deleted one', () =>
    expect(applyScheduleEvent([later], 1, { action: 'delete', scheduleId: 1 })).toEqual([]))
})
