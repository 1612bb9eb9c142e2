/** Options of a test's HTTP server. Node closes idle connections after 5 s, and a request that a busy machine sends just then is lost. */
export const KEEPS_CONNECTIONS = { keepAliveTimeout: 0 }
