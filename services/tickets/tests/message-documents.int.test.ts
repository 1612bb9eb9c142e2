import { PgMessageDocuments } from '../src/adapters/postgres'
import { describeMessageDocuments } from './message-documents.contract'
import { rig, type Rig } from './support'

let desk: Rig

beforeAll(async () => {
  desk = await rig()
})

describeMessageDocuments('Postgres', () => new PgMessageDocuments(desk.ports.db))
