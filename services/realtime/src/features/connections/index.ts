export type { SocketRegistry } from './desk-socket.sockets'
export { createLiveSockets } from './live-sockets.sockets'
export { sessionJobs } from './sessions.job'
export { attachSockets, type SocketServerDeps } from './socket-server.sockets'
