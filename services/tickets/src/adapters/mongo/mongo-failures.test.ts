import { AppError } from '@balcao/kernel'
import { mongo } from 'mongoose'

import { mapMongoFailure, isOnlyRefusals } from './mongo-failures'

const duplicate = { code: 11_000, index: 0, errmsg: 'E11000' }
const bulk = (writeErrors: unknown[], concern?: object) => ({
  name: 'MongoBulkWriteError',
  writeErrors,
  result: { getWriteConcernError: () => concern },
})

describe('a failure of MongoDB', () => {
  it.each([
    [new mongo.MongoNetworkError('cut')],
    [new mongo.MongoNetworkTimeoutError('slow')],
    [new mongo.MongoServerError({ message: 'election', code: 10_107 })],
    [new mongo.MongoServerError({ message: 'try again', errorLabels: ['RetryableWriteError'] })],
    [Object.assign(new Error('none found'), { name: 'MongooseServerSelectionError' })],
    [Object.assign(new Error('none found'), { name: 'MongoServerSelectionError' })],
    [Object.assign(new Error('all in use'), { name: 'MongoWaitQueueTimeoutError' })],
    [Object.assign(new Error('read ECONNRESET'), { name: 'MongoBulkWriteError', writeErrors: [] })],
    [Object.assign(new Error('connection 8 to 10.0.0.1:27017 closed'), { name: 'MongoBulkWriteError' })],
  ])('that passes is unavailability: %s', (error) => {
    expect(mapMongoFailure(error)).toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })

  it.each([
    [new mongo.MongoServerError({ message: 'not allowed', code: 13 })],
    [new mongo.MongoServerError({ message: 'too large', code: 10_334 })],
    [new TypeError('ours')],
    [new AppError('ERR_NOT_FOUND')],
  ])('that is a bug stays one: %s', (error) => {
    expect(mapMongoFailure(error)).toBe(error)
  })

  it.each([
    ['one key that was there', bulk([duplicate]), true],
    ['two keys that were there', bulk([duplicate, duplicate]), true],
    ['another failure among them', bulk([duplicate, { code: 2 }]), true],
    ['a write that no majority has', bulk([duplicate], { code: 64 }), false],
    ['no failed write', bulk([]), false],
    ['an error of another kind', new Error('E11000 duplicate key'), false],
  ])('of %s: only refusals %#', (_name, error, expected) => {
    expect(isOnlyRefusals(error)).toBe(expected)
  })
})
