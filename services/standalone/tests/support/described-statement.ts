import type { Client, Connection, FieldDef } from 'pg'

/* What pg hands over while a statement is described; its types have no submittable of one's own. */
interface Wire extends Connection {
  describe(part: { type: 'S'; name: string }, more: boolean): void
  sync(): void
}

/** The columns that Postgres would answer, without running the statement. @throws what Postgres says of it */
export const describeStatement = (client: Client, text: string): Promise<FieldDef[]> =>
  new Promise((resolve, reject) => {
    let fields: FieldDef[] = []
    client.query({
      submit(connection: Connection) {
        const wire = connection as Wire
        wire.parse({ name: '', text, types: [] }, true)
        wire.describe({ type: 'S', name: '' }, true)
        wire.sync()
      },
      handleRowDescription: (message: { fields: FieldDef[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as never)
  })
