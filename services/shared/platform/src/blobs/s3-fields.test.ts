import { s3Fields, buildS3Settings } from './s3-fields'
import { defineConfig, readConfig } from '../config'

const schema = defineConfig({
  title: 'media',
  fields: s3Fields,
  build: (values, fault) => ({ s3: buildS3Settings(values, fault) }),
})
const read = (variables: Record<string, string>) => readConfig(schema, { variables }).s3

describe('the variables of the media store', () => {
  it('name none without a bucket', () => {
    expect(read({})).toBeUndefined()
    expect(read({ S3_ENDPOINT: 'http://minio:9000' })).toBeUndefined()
  })

  it('name a store of one’s own, with the bucket in the path', () => {
    const variables = {
      S3_BUCKET: 'media',
      S3_ENDPOINT: 'http://minio:9000',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
    }
    const settings = {
      bucket: 'media',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      credentials: { accessKey: 'a', secretKey: 'b' },
      isPathStyle: true,
    }
    expect(read(variables)).toEqual(settings)
    expect(read({ ...variables, S3_PATH_STYLE: 'false' })).toEqual({ ...settings, isPathStyle: false })
  })

  it('name Amazon’s, with the bucket in the host and keys from the role', () => {
    expect(read({ S3_BUCKET: 'media', S3_REGION: 'sa-east-1' })).toEqual({
      bucket: 'media',
      endpoint: undefined,
      region: 'sa-east-1',
      credentials: undefined,
      isPathStyle: false,
    })
  })

  it('are refused with half a key', () => {
    expect(() => read({ S3_BUCKET: 'media', S3_ACCESS_KEY: 'a' })).toThrow('go together')
  })
})
