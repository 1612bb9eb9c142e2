import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Listens on every loopback address and counts connections. */
export interface Canary {
  port: number
  connections: () => number
  close(): Promise<void>
}

/** A listener that must not be reached: counts connections of any protocol. */
export async function startCanary(): Promise<Canary> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers of a hostile name server: names under `.test`, and the system's answers for localhost. */
export const hostileAnswers: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'half.test': ['8.8.8.8', '127.0.0.1'],
  'nobody.test': [],
  'unspecified.test': ['0.0.0.0'],
  'metadata.google.internal': ['169.254.169.254'],
  localhost: ['127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'sub.localhost': ['127.0.0.1'],
  'mmg.whatsapp.net.loopback.test': ['127.0.0.1'],
  'xn--mgbh0fb.loopback.test': ['127.0.0.1'],
}

/** URLs that must reach nothing. For this machine's addresses `port` is the canary's. */
export const hostileUrls = (port: number): string[] => [
  ...loopback.map((host) => `http://${host}:${port}/`),
  ...elsewhere.map((host) => `https://${host}/`),
  ...named.map((host) => `http://${host}:${port}/`),
  ...[`http://127.0.0.1:${port}`, `http://[::1]:${port}`].flatMap((origin) => [
    `${origin}/x?y=https://mmg.whatsapp.net/`,
    `${origin}#@mmg.whatsapp.net/`,
    origin.replace('//', '//mmg.whatsapp.net@'),
    origin.replace('//', '//mmg.whatsapp.net%2f@'),
    origin.replace('//', '//user:pass@'),
    origin.replace('//', '\\\\'),
    origin.replace('//', '/\\'),
    origin.replace('//', '///'),
    origin.replace('//', ''),
    ` ${origin}/`,
    origin.replace('http', 'ht\ttp'),
    origin.replace('//', '//\n'),
  ]),
  `https://mmg.whatsapp.net\\@127.0.0.1:${port}/`,
  `https://mmg.whatsapp.net:${port}\\@loopback.test:${port}/`,
  `https://8.8.8.8@127.0.0.1:${port}/`,
  ...[22, 25, 5432, 6379, 9092].map((internal) => `http://loopback.test:${internal}/`),
  ...['gopher:', 'ftp:', 'ws:', 'file:', 'dict:'].map((protocol) => `${protocol}//127.0.0.1:${port}/`),
  'file:///etc/passwd',
  'data:text/plain,hi',
  'javascript:1',
  'about:blank',
  '//127.0.0.1/',
  '',
]

const loopback = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001'],
  ...['0x7f.1', '0177.0.0.1', '0x7F.0.0.0x1', '127.000.000.001', '127.0.0.1.', '0', '0.0.0.0'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::127.0.0.1]', '[2002:7f00:1::]'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1', '%31%32%37.0.0.1'],
]

const elsewhere = [
  ...['169.254.169.254', '[fd00:ec2::254]', '[::ffff:a9fe:a9fe]', '2852039166', '168.63.129.16'],
  ...['100.100.100.200', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]'],
  ...['[ff02::1]', '[fec0::1]', '[2001:db8::1]', '[2001::1]', '[4000::1]', '[100::1]', '0.1.2.3'],
]

const named = Object.keys(hostileAnswers)
