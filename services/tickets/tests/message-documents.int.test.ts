import { MovingMessageDocuments } from '../src/adapters/moving-message-documents'
import { PgMessageDocuments } from '../src/adapters/postgres/pg-message-documents'
import { MemoryMovedDocuments } from './memory-moved-documents'
import { describeMessageDocuments } from './message-documents.contract'
import { moveAll } from './move-all'
import { describeMovedDocuments } from './moved-documents.contract'
import { rig, type Rig } from './support'

let desk: Rig
const moved = new MemoryMovedDocuments()

beforeAll(async () => {
  desk = await rig()
})

const db = () => desk.ports.db
const moving = () => new MovingMessageDocuments(db(), moved)

describeMessageDocuments('Postgres', () => new PgMessageDocuments(db()), db)

describeMessageDocuments('Postgres, before they move', moving, db)

describeMessageDocuments('memory, where they were moved', moving, db, () => moveAll(desk, moved))

describeMovedDocuments(
  'memory',
  () => moved,
  (company, document) => Promise.resolve(moved.putUnnumbered(company, document)),
)
