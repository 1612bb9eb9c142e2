import generated from '../gen/api.json'

/** What each route answers, the schemas of named types, and what each error code means; made by `npm run codegen`. */
export const api = generated
