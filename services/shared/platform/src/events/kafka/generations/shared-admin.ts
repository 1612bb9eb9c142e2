import { disconnect, type Admin, type Kafka } from '../kafka-client'

/** One connection for questions to the brokers, opened when it is first used and anew after a failure. */
export class SharedAdmin {
  private admin: Admin | undefined

  constructor(private readonly openKafka: () => Kafka) {}

  async use<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = (this.admin ??= this.openKafka().admin())
    try {
      // A no-op when connected.
      await admin.connect()
      return await work(admin)
    } catch (error) {
      if (this.admin === admin) await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    const admin = this.admin
    this.admin = undefined
    await disconnect(admin)
  }
}
