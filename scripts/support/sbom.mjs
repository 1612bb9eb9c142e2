// A bill of materials (CycloneDX 1.6) of a package-lock.json.

const MARK = 'node_modules/'

const ALGORITHMS = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

function toHash(integrity) {
  const [, algorithm, sum] = /^(\w+)-(\S+)/.exec(integrity)
  return { alg: ALGORITHMS[algorithm], content: Buffer.from(sum, 'base64').toString('hex') }
}

/* A lock has each package by its folder; an alias has a name of its own. */
const toName = (path, { name }) => name ?? path.slice(path.lastIndexOf(MARK) + MARK.length)

const toLicense = (license) =>
  /[ (]/.test(license) ? { expression: license } : { license: { name: license } }

function toComponent([path, entry]) {
  const name = toName(path, entry)
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${own}@${entry.version}`
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: own,
    version: entry.version,
    purl,
    ...(entry.integrity && { hashes: [toHash(entry.integrity)] }),
    ...(entry.license && { licenses: [toLicense(entry.license)] }),
  }
}

/** Packages that are installed without those of development, each version once, in the order of their names. */
export function buildBom({ name, version }, { packages }) {
  const components = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes(MARK) && !dev && !link)
    .map(toComponent)
  const once = new Map(components.map((one) => [one.purl, one]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...once.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}
