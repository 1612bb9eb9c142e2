import { createHmac } from 'node:crypto'

import { isSigned } from './signature'

const now = new Date('2026-11-27T12:00:00.000Z')
const seconds = now.getTime() / 1000
const body = Buffer.from('{"event":"message.received","data":"olá"}')
const sign = (secret: string, time = seconds, text = body) =>
  createHmac('sha256', secret).update(`${time}.`).update(text).digest('hex')

it.each<[string, string, boolean]>([
  ['ours', `t=${seconds},v1=${sign('ours')}`, true],
  ['ours, four minutes ago', `t=${seconds - 240},v1=${sign('ours', seconds - 240)}`, true],
  ['the second of a rotated secret', `t=${seconds},v1=${sign('new')},v1=${sign('ours')}`, true],
  ['of another secret', `t=${seconds},v1=${sign('theirs')}`, false],
  ['of another body', `t=${seconds},v1=${sign('ours', seconds, Buffer.from('{}'))}`, false],
  ['of another time', `t=${seconds},v1=${sign('ours', seconds - 1)}`, false],
  ['six minutes old', `t=${seconds - 360},v1=${sign('ours', seconds - 360)}`, false],
  ['of the future', `t=${seconds + 360},v1=${sign('ours', seconds + 360)}`, false],
  ['without a time', `v1=${sign('ours')}`, false],
  ['with a time that is none', `t=x,v1=${sign('ours')}`, false],
  ['of another version', `t=${seconds},v0=${sign('ours')}`, false],
  ['cut off', `t=${seconds},v1=${sign('ours').slice(0, 40)}`, false],
  ['empty', '', false],
])('a signature that is %s', (_what, header, expected) => {
  expect(isSigned(header, body, 'ours', now)).toBe(expected)
})
