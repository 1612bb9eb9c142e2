import { userId, type ScheduleView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import { givenSession, readOutbox, testDatabase, type TestDatabase } from '@balcao/testkit'

import { campaignsMigrations } from '../src/migrations'
import { A, B, type Desk, type Http } from './support'

/** A database with the sessions of two companies. */
export async function openSchedules() {
  const pg = await testDatabase([campaignsMigrations])
  const session = (id: number, name: string, over: Partial<Session> = {}) =>
    givenSession(pg, 'campaigns', { companyId: A, userId: userId(id), name, ...over })
  return {
    pg,
    ana: await session(1, 'Ana'),
    bia: await session(2, 'Bia'),
    admin: await session(4, 'Davi', { profile: 'admin' }),
    stranger: await session(3, 'Eva', { companyId: B, profile: 'admin' }),
  }
}

/** What the tests do and look at. @param present what the running test has. */
export function createScheduleCalls(
  present: () => { pg: TestDatabase; desk: Desk; http: Http; ana: Session },
) {
  /** 15:00 UTC by the fixed clock. */
  const inMinutes = (minutes: number) =>
    new Date(present().desk.ports.clock.now().getTime() + minutes * 60_000).toISOString()
  const buildInput = (over: object = {}) => ({
    body: 'Olá {{firstName}}, {{ms}}!',
    sendAt: inMinutes(1),
    contactId: 5,
    ...over,
  })
  async function create(session = present().ana, over: object = {}): Promise<ScheduleView> {
    const { status, body } = await present().http.ask(session, 'POST', '/schedules', buildInput(over))
    expect(status).toBe(200)
    return body as unknown as ScheduleView
  }
  const readState = async (id: number) => {
    const sql = 'SELECT state FROM campaigns.schedules WHERE id = $1'
    return (await present().pg.sql<{ state: string }>(sql, [id]))[0]?.state
  }
  const said = async () =>
    (await readOutbox(present().pg, 'campaigns')).map(({ body }) =>
      body.$case === 'scheduleChanged'
        ? `${body.value.created ? 'created' : 'changed'} ${body.value.schedule?.status}`
        : body.$case,
    )
  return { inMinutes, buildInput, create, readState, said }
}
