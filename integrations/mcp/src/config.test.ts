import { readConfig } from './config'

const BALCAO_URL = 'https://desk.example.com/'
const BALCAO_API_KEY = 'balcao_1_abc'
const url = 'https://desk.example.com'

describe('the configuration', () => {
  it.each([
    ['stdio', [], { BALCAO_URL, BALCAO_API_KEY }, { url, transport: 'stdio', apiKey: BALCAO_API_KEY }],
    ['HTTP', ['--http'], { BALCAO_URL }, { url, transport: 'http', host: '127.0.0.1', port: 8765 }],
    [
      'HTTP elsewhere',
      ['--http', '--host', '::1', '--port', '0'],
      { BALCAO_URL },
      { url, transport: 'http', host: '::1', port: 0 },
    ],
  ])('of %s', (_name, args, environment, config) => {
    expect(readConfig(args, environment)).toEqual(config)
  })

  it.each([
    ['no address', [], { BALCAO_API_KEY }, 'BALCAO_URL'],
    ['an address that is none', [], { BALCAO_URL: 'desk', BALCAO_API_KEY }, 'BALCAO_URL'],
    ['no key', [], { BALCAO_URL }, 'BALCAO_API_KEY'],
    ['the token of a user', [], { BALCAO_URL, BALCAO_API_KEY: 'eyJhbGciOi' }, 'BALCAO_API_KEY'],
    ['a port that is none', ['--http', '--port', '80 80'], { BALCAO_URL }, '--port'],
    ['an option that is none', ['--sse'], { BALCAO_URL }, '--sse'],
  ])('with %s is refused', (_name, args, environment, named) => {
    expect(() => readConfig(args, environment)).toThrow(named)
  })
})
