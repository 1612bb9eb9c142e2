import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { at } from '../support/project.mjs'

const FOLDER = 'docs/decisions'
const LINES = 15
const CHARACTERS = 140

const decisions = readdirSync(at(FOLDER)).map((file) => {
  const text = readFileSync(at(FOLDER, file), 'utf8')
  const [, number, title] = /^# (\d{4}) (.+)\n\n/.exec(text) ?? []
  const [, how, by] = /^.*\n\n_Superseded (by|in part by) \[\d+\]\(([^)]+)\)/.exec(text) ?? []
  return { file, text, number, title, superseded: how && { how, by } }
})
const index = [...readFileSync(at('DECISIONS.md'), 'utf8').matchAll(/^- (.*)$/gm)].map(([, line]) => line)

const listWrong = (isWrong) => decisions.filter(isWrong).map(({ file }) => file)

/* The line of the index, from the file. */
const toLine = ({ file, number, title, superseded }) => {
  const link = `[${number} ${title}](${FOLDER}/${file})`
  return superseded ? `${link}, superseded ${superseded.how} ${Number(superseded.by.slice(0, 4))}` : link
}

describe('a decision', () => {
  it('has a file named by its number and a few words, and the number in its heading', () => {
    assert.ok(decisions.length > 100)
    assert.deepEqual(
      listWrong(({ file, number }) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(file) || number !== file.slice(0, 4)),
      [],
    )
  })

  it('has its number alone', () => {
    const numbers = decisions.map(({ number }) => number)
    assert.deepEqual(
      numbers.filter((number, at) => numbers.indexOf(number) !== at),
      [],
    )
  })

  it(`has ${LINES} lines of ${CHARACTERS} characters at most`, () => {
    const isLong = ({ text }) =>
      text.trimEnd().split('\n').length > LINES || text.split('\n').some((line) => line.length > CHARACTERS)
    assert.deepEqual(listWrong(isLong), [])
  })

  it('that is superseded says so below its heading, once, with a link to a later one', () => {
    const files = decisions.map(({ file }) => file)
    const isWrong = ({ file, text, superseded }) => {
      const marks = text.match(/_?[Ss]uperseded /g) ?? []
      if (!superseded) return marks.length > 0
      return marks.length > 1 || !files.includes(superseded.by) || superseded.by <= file
    }
    assert.deepEqual(listWrong(isWrong), [])
  })

  it('has one line of the index, with its title and what supersedes it, and no line has none', () => {
    assert.deepEqual([...index].sort(), decisions.map(toLine).sort())
  })
})
