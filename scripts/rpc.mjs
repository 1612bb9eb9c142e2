// usage: npm run rpc -- <service> [<Service/Method> ['<json>']]      calls a method of a desk that runs with RPC_REFLECTION=true (npm run dev) by name; without a method lists them
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { at } from './support/project.mjs'

const require = createRequire(at('services/shared/platform/package.json'))
const grpc = require('@grpc/grpc-js')
const protoLoader = require('@grpc/proto-loader')
const DEADLINE_MS = 5_000

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const [service, wanted, json = '{}'] = process.argv.slice(2)
if (!service) fail("usage: npm run rpc -- <service> [<Service/Method> ['<json>']]")
const addressFile = path.join(process.env.DATA_DIR ?? at('data'), 'run', 'addresses.json')
if (!existsSync(addressFile))
  fail(`No running desk: ${addressFile} is not there (set DATA_DIR as the desk has it).`)
const address = JSON.parse(readFileSync(addressFile, 'utf8'))[service]
if (!address) fail(`Unknown service ${service}.`)

/* One request over the reflection stream. */
const reflect = (request) =>
  new Promise((resolve, reject) => {
    const folder = path.join(path.dirname(require.resolve('@grpc/reflection/package.json')), 'build/proto')
    const definition = protoLoader.loadSync('grpc/reflection/v1/reflection.proto', {
      includeDirs: [folder],
      oneofs: true,
      longs: Number,
      defaults: false,
    })
    const { ServerReflection } = grpc.loadPackageDefinition(definition).grpc.reflection.v1
    const client = new ServerReflection(address, grpc.credentials.createInsecure())
    const stream = client.ServerReflectionInfo(new grpc.Metadata(), { deadline: Date.now() + DEADLINE_MS })
    stream.on('data', (answer) => {
      stream.end()
      client.close()
      if (answer.errorResponse) reject(new Error(answer.errorResponse.errorMessage))
      else resolve(answer)
    })
    stream.on('error', (error) =>
      error.code === grpc.status.UNIMPLEMENTED
        ? fail(
            'This desk does not describe its methods: start it with npm run dev, or with RPC_REFLECTION=true.',
          )
        : reject(error),
    )
    stream.write(request)
  })

/* Every file that a symbol needs, as one package definition. */
async function findDefinition(symbol) {
  const { fileDescriptorResponse } = await reflect({ fileContainingSymbol: symbol })
  const files = new Map()
  const { FileDescriptorProto, FileDescriptorSet } = require('protobufjs/ext/descriptor')
  const add = async (bytes) => {
    const file = FileDescriptorProto.decode(bytes)
    if (files.has(file.name)) return
    files.set(file.name, file)
    for (const dependency of file.dependency) {
      if (files.has(dependency)) continue
      const answer = await reflect({ fileByFilename: dependency })
      for (const next of answer.fileDescriptorResponse.fileDescriptorProto) await add(next)
    }
  }
  for (const bytes of fileDescriptorResponse.fileDescriptorProto) await add(bytes)
  const set = FileDescriptorSet.encode({ file: [...files.values()] }).finish()
  return protoLoader.loadFileDescriptorSetFromBuffer(Buffer.from(set), {
    longs: Number,
    defaults: true,
    enums: String,
    oneofs: true,
  })
}

const listServices = async () => {
  const { listServicesResponse } = await reflect({ listServices: '*' })
  // protobuf omits an empty list: a service may have only health and reflection.
  return (listServicesResponse.service ?? [])
    .map(({ name }) => name)
    .filter((name) => name.startsWith('desk.'))
}

const findClass = (definition, name) =>
  name.split('.').reduce((inner, part) => inner[part], grpc.loadPackageDefinition(definition))

try {
  const names = await listServices()
  if (!wanted) {
    if (names.length === 0) process.stdout.write(`${service} has no methods of its own\n`)
    for (const name of names) {
      const methods = Object.values(findClass(await findDefinition(name), name).service)
      for (const { path: rpcPath } of methods) process.stdout.write(`${rpcPath.slice(1)}\n`)
    }
    process.exit(0)
  }
  const [asked, method] = wanted.split('/')
  const name = names.find((candidate) => candidate === asked || candidate.endsWith(`.${asked}`))
  if (!name || !method) fail(`${service} has ${names.join(', ')}; ask for <Service/Method>.`)
  const Client = findClass(await findDefinition(name), name)
  const client = new Client(address, grpc.credentials.createInsecure())
  if (typeof client[method] !== 'function') fail(`${name} has no method ${method}.`)
  client[method](
    JSON.parse(json),
    new grpc.Metadata(),
    { deadline: Date.now() + DEADLINE_MS },
    (error, answer) => {
      if (error) {
        const [code] = error.metadata?.get('desk-error') ?? []
        fail(`${grpc.status[error.code]} ${code ?? ''} ${error.details}`)
      }
      process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
      client.close()
    },
  )
} catch (error) {
  fail(error.message)
}
