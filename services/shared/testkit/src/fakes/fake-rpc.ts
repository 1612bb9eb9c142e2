import type { RpcClients } from '@balcao/kernel'

export type PartialRpc = { [S in keyof RpcClients]?: Partial<RpcClients[S]> }

/** Other services answer with the given functions; any other call fails with its name. */
export function fakeRpc(given: PartialRpc = {}): RpcClients {
  const buildClient = (service: keyof RpcClients) =>
    new Proxy(given[service] ?? {}, {
      get(target, method) {
        // Awaiting a client must not count as a call.
        if (method === 'then') return undefined
        return (
          Reflect.get(target, method) ??
          (() => Promise.reject(new Error(`The test gave no rpc.${service}.${String(method)}`)))
        )
      },
    })
  return {
    auth: buildClient('auth'),
    billing: buildClient('billing'),
    campaigns: buildClient('campaigns'),
    messaging: buildClient('messaging'),
    realtime: buildClient('realtime'),
    tickets: buildClient('tickets'),
  } as RpcClients
}
