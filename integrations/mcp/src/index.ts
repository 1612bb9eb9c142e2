export { createApi, describeRefusal, type Scope } from './api'
export { startHttpServer, type HttpServer } from './http-server'
export { createServer, listOffered } from './server'
